"""All SQL statements of notifications, each with what it does and why the ORM is not used.

Statements contain only names of our own tables and columns; values are always parameters.
"""

from __future__ import annotations

# Count an attempt to process the first due e-mail. It is due again after a pause, in case that the
# attempt ends with its process. At most %(most)s attempts are counted. The commit does not wait for
# the disk: it has to outlive this process, not the server.
CLAIM_FIRST_DUE_EMAIL = """
WITH due AS (
  SELECT id, reason = 'reading' AS was_left FROM notifications_inboundemail
  WHERE state = 'received' AND due_at <= %(now)s
  ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
), quick AS (SELECT set_config('synchronous_commit', 'off', true))
UPDATE notifications_inboundemail AS email SET reason = 'reading',
  tries = least(email.tries, %(most)s) + 1,
  due_at = %(now)s + %(pause)s * 4 ^ least(email.tries, %(most)s)
FROM due, quick WHERE email.id = due.id RETURNING email.id, email.tries, due.was_left
"""

# Lock and return the e-mail of such an attempt, unless another process has begun one meanwhile.
# Another worker that looks for due e-mails may hold the row for a moment, even as it finds it
# claimed: waited for. Used with `raw()`, which avoids compiling the same SELECT for each e-mail
# under load.
LOCK_CLAIMED_EMAIL = """
SELECT * FROM notifications_inboundemail WHERE id = %s AND state = 'received' AND tries = %s
FOR UPDATE
"""

# Count the recent e-mails with content to one address and from one sender, and return whether the
# sender wrote the same words to that address. E-mails whose player is proven and others, which may
# be forged, are counted separately. Three aggregates in one scan.
EARLIER_EMAILS = """
SELECT count(*) FILTER (WHERE token = %(token)s), count(*) FILTER (WHERE sender = %(sender)s),
  count(*) FILTER (WHERE token = %(token)s AND sender = %(sender)s AND words = %(words)s)
FROM notifications_inboundemail
WHERE (token = %(token)s OR sender = %(sender)s) AND received_at >= %(since)s AND words <> ''
  AND (player_id IS NOT NULL) = %(is_proven)s AND id <> %(email)s
"""

# Write what was decided about an e-mail. It travels with the statement that comes next. Its threads
# are those of our e-mails with its reply token, and of the notifications that are in them.
WRITE_OUTCOME = """
UPDATE notifications_inboundemail SET state = %(state)s, reason = %(reason)s, tries = %(tries)s,
  due_at = %(due_at)s, sender = %(sender)s, purpose = %(purpose)s, token = %(token)s::text,
  player_id = %(player_id)s, threads = CASE WHEN %(token)s::text = '' THEN '{}' ELSE ARRAY(
    SELECT thread FROM (
      SELECT thread FROM notifications_notification WHERE reply_token = %(token)s::text
      UNION
      SELECT bundled.thread FROM notifications_notification asked
      JOIN notifications_notification bundled ON bundled.within_id = asked.id
      WHERE asked.reply_token = %(token)s::text
    ) AS ours WHERE thread <> '' ORDER BY thread
  ) END, first_line = %(first_line)s, words = %(words)s, processed_at = %(processed_at)s
WHERE id = %(id)s
"""

# Withdraw the rows of %(kinds)s that a later question of the same player and thread replaces, and
# return their ids. The last of %(ids)s in a thread stays, and so does what has been rendered. The
# ORM cannot join arrays.
WITHDRAW_SUPERSEDED = """
UPDATE notifications_notification AS earlier SET state = 'withdrawn', why = 'overtaken'
FROM unnest(%(players)s::uuid[], %(threads)s::text[], %(ids)s::uuid[])
  AS question (player, thread, id)
WHERE earlier.player_id = question.player AND earlier.thread = question.thread
  AND earlier.id <> question.id AND earlier.kind = ANY(%(kinds)s::text[])
  AND earlier.state = 'queued' AND earlier.rendered_at IS NULL
  AND (earlier.kind <> 'your_turn' OR earlier.id < question.id)
RETURNING earlier.id
"""

# Withdraw e-mails, each for its reason, with the notifications that they contain and without their
# pictures. One statement for a batch; the ORM cannot join arrays.
WITHDRAW = """
WITH outdated AS (
  SELECT * FROM unnest(%(ids)s::uuid[], %(whys)s::text[]) AS outdated (id, why)
), forgotten AS (
  DELETE FROM notifications_picture WHERE notification_id = ANY(%(ids)s::uuid[])
)
UPDATE notifications_notification AS notification SET state = 'withdrawn', why = outdated.why
FROM outdated WHERE notification.id = outdated.id OR notification.within_id = outdated.id
"""

# Insert notifications into the outbox, once for each key. One statement for all drafts: the ORM
# would pass each value of each row as a parameter. Columns without a database default are named.
POST_NOTIFICATIONS = """
INSERT INTO notifications_notification
  (id, key, player_id, kind, thread, reply_token, message_id, answer_until, address, answers,
   quotes_people, data, created_at, due_at, state, why, tries, language)
SELECT id, key, player_id, kind, thread, reply_token, message_id, answer_until, address, answers,
  quotes_people, decode(data, 'base64'), %(now)s::timestamptz, %(now)s::timestamptz, 'queued', '',
  0, ''
FROM json_to_recordset(%(drafts)s::json)
  AS draft (id uuid, key text, player_id uuid, kind text, thread text, reply_token text,
    message_id text, answer_until timestamptz, address text, answers text, quotes_people bool,
    data text)
ON CONFLICT DO NOTHING
"""

# Lock those notifications that are still claimed by this worker. Another worker that looks for due
# e-mails may hold a row for a moment, even as it finds it claimed: waited for. The order keeps two
# workers from waiting for each other. The ORM cannot join arrays.
LOCK_CLAIMED = """
SELECT notification.id
FROM notifications_notification AS notification
JOIN unnest(%s::uuid[], %s::timestamptz[]) AS claim (id, due_at) USING (id, due_at)
WHERE notification.state = 'queued'
ORDER BY notification.id FOR UPDATE OF notification
"""

# Store rendered e-mails on their rows. The ORM's bulk_update would repeat each row for each column.
# The rows stay claimed until `due_at`.
WRITE_RENDERED_EMAILS = """
UPDATE notifications_notification AS notification
SET rendered_at = %(now)s, gathers = false, why = '', due_at = %(due)s, state = email.state,
  within_id = email.within, subject = email.subject, volume = email.volume,
  "references" = email.refs, text = email.text, html = email.html, language = email.language,
  headers = email.headers
FROM unnest(%(ids)s::uuid[], %(states)s::text[], %(withins)s::uuid[], %(subjects)s::bytea[],
    %(volumes)s::int[], %(references)s::text[], %(texts)s::bytea[], %(htmls)s::bytea[],
    %(languages)s::text[], %(headers)s::bytea[])
  AS email (id, state, within, subject, volume, refs, text, html, language, headers)
WHERE notification.id = email.id
"""

# Return for each e-mail the volume of its conversation (the newest, or the next one if that is
# full; older e-mails may have been deleted), the encrypted subject of the volume's first question
# (NULL: none), and the Message-IDs of those e-mails of the volume that were sent: the first (NULL:
# none), and the last ones, the last first. The ORM cannot join arrays or LATERAL queries.
EARLIER_IN_THREAD = """
SELECT email.id, earlier.*
FROM unnest(%(notifications)s::uuid[], %(players)s::uuid[], %(threads)s::text[])
  AS email (id, player, thread)
CROSS JOIN LATERAL (
  WITH written AS (
    SELECT id, kind, volume, state, sent_at, subject, reply_token, created_at, within_id,
      message_id, answers
    FROM notifications_notification
    WHERE player_id = email.player AND thread = email.thread AND rendered_at IS NOT NULL
      AND id <> email.id
  ), newest AS (SELECT coalesce(max(volume), 0) AS volume FROM written
  ), current AS (
    SELECT newest.volume + (count(written.id) >= %(longest)s)::int AS volume
    FROM newest LEFT JOIN written ON written.volume = newest.volume GROUP BY newest.volume
  )
  SELECT current.volume,
    (SELECT subject FROM written WHERE written.volume = current.volume AND reply_token <> ''
       AND answers = '' AND kind <> ALL(%(messages)s) ORDER BY created_at, id LIMIT 1),
    (SELECT coalesce(bundle.message_id, written.message_id)
     FROM written LEFT JOIN notifications_notification bundle ON bundle.id = written.within_id
     WHERE written.volume = current.volume AND written.state = 'sent'
     ORDER BY written.sent_at, written.id LIMIT 1),
    ARRAY(SELECT coalesce(bundle.message_id, written.message_id)
          FROM written LEFT JOIN notifications_notification bundle ON bundle.id = written.within_id
          WHERE written.volume = current.volume AND written.state = 'sent'
          ORDER BY written.sent_at DESC, written.id DESC LIMIT %(most)s)
  FROM current
) AS earlier
"""

# Lock the row of an e-mail that is still claimed by this worker, and take a slot of the recipient's
# domain, which is released at the end of the transaction; NULL: all slots are taken. Another worker
# that looks for due e-mails may hold the row for a moment, even as it finds it claimed: waited for.
# The ORM has no advisory locks.
LOCK_WITH_SEND_SLOT = """
SELECT (
  SELECT turn FROM unnest(%s::int[]) AS turn
  WHERE pg_try_advisory_xact_lock(hashtext(%s), turn) LIMIT 1
)
FROM notifications_notification WHERE id = %s AND state = 'queued' AND due_at = %s
FOR UPDATE
"""

# Record that an e-mail was sent. One statement instead of three, because it is the most frequent.
RECORD_SENT = """
WITH attempt AS (
  INSERT INTO notifications_delivery (id, notification_id, channel, attempted_at, accepted, error,
    bounce, provider_id)
  VALUES (%(attempt)s, %(notification)s, 'mail', %(now)s, true, '', '', %(name)s)
), forgotten AS (
  DELETE FROM notifications_picture WHERE notification_id = %(notification)s
)
UPDATE notifications_notification SET state = 'sent', sent_at = %(now)s, tries = %(tries)s
WHERE id = %(notification)s OR (within_id = %(notification)s AND state = 'bundled')
"""

# Create the webhook calls that are due, once for each notification and webhook. The ORM has no
# INSERT from a SELECT.
CREATE_WEBHOOK_CALLS = """
INSERT INTO notifications_webhookcall (webhook_id, notification_id, due_at)
SELECT webhook.id, notification.id, %(now)s
FROM notifications_webhook AS webhook
JOIN notifications_notification AS notification ON notification.player_id = webhook.player_id
JOIN unnest(%(kinds)s::text[], %(events)s::text[]) AS told (kind, event) USING (kind)
LEFT JOIN LATERAL (
  SELECT wish.events::text[] FROM notifications_channelpreference AS wish
  WHERE wish.player_id = webhook.player_id AND wish.thread IN (notification.thread, '')
    AND wish.channel = CASE webhook.shape WHEN 'push' THEN 'push' ELSE webhook.id::text END
  ORDER BY wish.thread DESC LIMIT 1
) AS wish ON true
WHERE webhook.stopped_at IS NULL
  AND notification.created_at >= greatest(webhook.created_at, %(oldest)s)
  AND (notification.kind = ANY(%(everywhere)s::text[])
       OR told.event = ANY(coalesce(wish.events, %(questions)s::text[]))
       OR told.event = ANY(%(questions)s::text[])
       AND webhook.player_id = ANY(%(unreached)s::uuid[]))
ON CONFLICT DO NOTHING
"""

# Quarantine a row, or renew its quarantine for twice as long. One statement, so that two workers
# can quarantine the same row concurrently.
SET_ASIDE = """
INSERT INTO notifications_quarantine AS known
  (job, "table", row_id, error, place, release, first_seen_at, last_seen_at, tries, next_try_at)
VALUES (%(job)s, %(table)s, %(row_id)s, %(error)s, %(place)s, %(release)s, %(now)s, %(now)s, 1,
  %(now)s + %(first)s)
ON CONFLICT (job, "table", row_id) DO UPDATE SET
  error = EXCLUDED.error, place = EXCLUDED.place, release = EXCLUDED.release,
  last_seen_at = %(now)s, tries = known.tries + 1,
  next_try_at = %(now)s + least(%(first)s * 2 ^ least(known.tries, 12), %(longest)s)
"""
