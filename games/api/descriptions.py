"""What the fields and the parts of paths mean, in the OpenAPI document.

A field whose serializer says more than that says it in its `help_text`.
"""

from __future__ import annotations

from games.api.game_schemas import Schema

# Field -> what it is wherever it stands.
FIELDS = {
    "absences": "Whether time stands still for players who are away.",
    "action": "What is to be done.",
    "active": "Whether it still answers questions.",
    "answered": "The answer that was given, in words.",
    "answers": "Complete answers, numbered as in an e-mail.",
    "args": "The arguments of the answer by name, as `choices` lists them.",
    "asked": "The seats with an open question.",
    "asked_at": "When it was requested.",
    "away": "Days on which your time does not run.",
    "begin": "The time of day at which it begins, as 08:00.",
    "board": "The number of the board, from 1.",
    "bots": "The player's own bots.",
    "by": "The player who proposed it.",
    "choices": "The kinds of answers, with slots to fill.",
    "closed_at": "When it was closed.",
    "created_at": "When it was made.",
    "daily_at": "When the daily e-mail is sent.",
    "days": "How many days.",
    "deadline_at": "When the fallback is played; null: no clock is running.",
    "description": "What its directors say about it.",
    "directors": "The players who direct it.",
    "division_count": "How many divisions the season has.",
    "divisions": "The divisions on this page.",
    "edition": "Of the rules: it grows when they give other results.",
    "email": "Your address.",
    "ends_at": "When it ends.",
    "entrants": "How many entered.",
    "error": "Why the last call was not taken; empty if it was.",
    "events": "What happened, for programs.",
    "expires_at": "When it expires.",
    "facts": "What is known about the question, as standing orders can test it.",
    "figures": "Points and tie-breaks, in order.",
    "finished_at": "When it ended.",
    "first": "The first day.",
    "followed": "How many questions it has answered.",
    "game": "The name of the game.",
    "hint": "What the answer costs or brings; empty if its words are enough.",
    "html": "Whether e-mails have a formatted part.",
    "id": "Its id.",
    "invitation": "The invitation that it is about.",
    "inviter": "The name of the player who invites you.",
    "is_bot": "Whether a program plays.",
    "is_open": "Whether players can sign up.",
    "is_player_made": "Whether a player has founded it.",
    "is_solved": "Whether the answer is the best.",
    "is_unread": "Whether you have not read the last message.",
    "is_yours": "Whether you have written it.",
    "is_yours_to_answer": "Whether your vote is awaited.",
    "kind": "What kind it is.",
    "last_sent_at": "When the last message was sent.",
    "last_used_at": "When it was last used.",
    "least_seats": "The least number of seats.",
    "level": "How well a house bot plays; empty for everybody else.",
    "match": "The number of the match.",
    "matches": "How many matches were counted.",
    "message": "The message that it is about.",
    "minutes_per_turn": "How long a turn may take.",
    "most_rating": "The highest rating of who joins.",
    "most_seats": "The greatest number of seats.",
    "name": "Its name.",
    "needs_second": "Whether a second director has to agree.",
    "note": "A line of the player who invites.",
    "number": "Its number.",
    "occurred_at": "When it happened.",
    "opened_at": "When it was opened.",
    "opinion": "What a bot thinks of the open question.",
    "options": "The options of the match.",
    "other_table": "The table to exchange with.",
    "pairings": "The tables of its rounds.",
    "paused_at": "Since when it is paused; null: it is not.",
    "place": "The place that was reached, from 1.",
    "places": "How often each place was reached.",
    "played": "How many matches were played.",
    "played_at": "When it was played.",
    "player": "The id of the player.",
    "players": "How many players take part.",
    "ply": "The number of the move, from 1.",
    "private": "Whether only those who are invited see it.",
    "prompt": "The id of the question that it is about.",
    "proposal": "The id of the proposal that waits for a second director.",
    "proposed_at": "When it was proposed.",
    "question": "The name of the question.",
    "quiet_from": "From when on no e-mails are sent; null: there is no such time.",
    "quiet_until": "Until when no e-mails are sent.",
    "rating": "The rating.",
    "ratings": "The player's ratings, by game.",
    "reason": "Why, in the words of who requests it.",
    "results": "The entries.",
    "round": "The number of the round, from 1.",
    "scopes": "What it may do.",
    "score": "The score; null before the end.",
    "sealed": "Whether all answer at once, and nobody sees the others' answers before.",
    "seat": "The number of the seat, from 0.",
    "seats": "How many seats.",
    "seats_wanted": "How many seats it has when it is full.",
    "sent_at": "When it was sent.",
    "sentences": "What happened, in your language.",
    "settings": "The settings of the match.",
    "shown": "The figure as it is shown.",
    "shuffle": "What the deal is bound to.",
    "sign_up_until": "Until when players can sign up.",
    "signature": "Of the round, which anybody can verify.",
    "slug": "The name of the league in addresses.",
    "standings": "The entrants, the best first.",
    "started_at": "When the cards were dealt.",
    "starts_at": "When it starts.",
    "status": "Its status.",
    "table": "The number of the table, from 1.",
    "text": "The text.",
    "times": "How often.",
    "title": "What people call it.",
    "turn": "Minutes for a turn.",
    "type": "Where this kind of problem is explained.",
    "undone": "Whether it was taken back.",
    "until": "The time of day at which it ends; 24:00 is midnight.",
    "used_at": "When it was last used.",
    "verb": "The verb of the answer, as `choices` lists it.",
    "vote": "The vote that it is about.",
    "watchable": "Whether others may look on once it has begun.",
    "words": "The words, in your language.",
    "written_at": "When they were last changed; null: never.",
    "zone": "The time zone, by its IANA name.",
}
_SLOT = {"type": "Which kind of slot.", "name": "The name of the argument that fills it."}
# The same where it is something else, by component and field.
FIELDS_OF = {
    "ConversationShape": {"player": "The other player."},
    "EventShape": {"args": "What its sentence is about, by name."},
    "MatchShape": {"seats": "The seats that are taken."},
    "MyInvitation": {"match": "The match that you are invited to."},
    "NumberSlot": _SLOT | {"low": "The least number.", "high": "The greatest number."},
    "PairingShape": {"seats": "The entrants of the table."},
    "PickSlot": _SLOT
    | {
        "items": "The codes to pick from; one that is listed twice may be picked twice.",
        "least": "How many at least.",
        "most": "How many at most. Of exactly one, the argument is the code, not a list.",
        "ranked": "Whether the order counts, the most preferred first.",
    },
    "PuzzleShape": {"question": "The question, in your language."},
    "RehearsedShape": {"question": "The name of the question that was put."},
    "RemarkShape": {"played": "The answer that was given."},
    "SplitSlot": _SLOT
    | {
        "total": "How much is to be distributed, exactly.",
        "bins": "How much each bin can take; the argument lists each bin above zero.",
    },
    "ViewShape": {
        "match": "The match.",
        "question": "Your open question; null: none.",
        "text": "The board as text of at most 72 columns; empty before the deal.",
    },
}
# What stands in braces in a path.
PATHS = {
    "board": "The id of the analysis board.",
    "bot": "The id of the bot.",
    "call": "The id of the call.",
    "default_order": "The id of the order.",
    "game": "The name of the game.",
    "invitation": "The id of the invitation.",
    "match_preset": "The id of the preset.",
    "number": "The number of the match.",
    "order": "The number of the order.",
    "player": "The id of the player.",
    "ply": "How many moves were made; 0 is the deal.",
    "proposal": "The id of the proposal.",
    "puzzle": "The number of the puzzle.",
    "season": "The number of the season, from 1.",
    "slug": "The name of the league in addresses.",
    "token": "The token of the question, or the id of the personal token.",
    "vote": "The id of the vote.",
    "webhook": "The id of the webhook.",
}
# The first part of a path -> what its operations are about.
TAGS = {
    "analysis-boards": "Positions of finished matches, to play on from.",
    "data-dumps": "The public matches of each month as files.",
    "games": "The games, with the options of their matches.",
    "leagues": "Leagues, seasons and what directors do.",
    "match-ends": "The ends of public matches.",
    "matches": "Matches: open and join them, look at them, talk, vote, give orders.",
    "me": "Your account, settings, bots, tokens, webhooks and events.",
    "messages": "Direct messages, which belong to no match.",
    "players": "Other players.",
    "prompts": "The questions that wait for you, and your answers.",
    "puzzles": "Positions in which one answer is clearly the best.",
}


# What a response without an error is, by status.
SUCCESSES = {
    "200": "As it is now.",
    "201": "It was made.",
    "202": "It will be done within seconds.",
    "204": "It was done.",
}
# Headers of responses, by name.
HEADERS: dict[str, Schema] = {
    "RateLimit-Limit": {"description": "Requests of this kind in a minute."},
    "RateLimit-Remaining": {"description": "How many of them are left."},
    "RateLimit-Reset": {"description": "Seconds until they are counted anew."},
    "Link": {"description": "The address of the next page, as `rel=next`; none on the last."},
}
PACE = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def add_descriptions(document: Schema) -> None:
    """Describe each property, parameter and operation of a document that says nothing yet."""
    document["components"]["headers"] = {
        name: header | {"schema": {"type": "string" if name == "Link" else "integer"}}
        for name, header in HEADERS.items()
    }
    for name, shape in document["components"]["schemas"].items():
        own = FIELDS_OF.get(name.removesuffix("Request"), {})
        for field, schema in shape.get("properties", {}).items():
            if description := own.get(field) or FIELDS.get(field):
                schema.setdefault("description", description)
        if name.endswith("Page"):
            shape.setdefault("description", "One page of a list.")
    for item in document["paths"].values():
        for operation in item.values():
            operation["summary"] = _first_sentence(operation["description"])
            for status, response in operation["responses"].items():
                _describe_response(status, response)
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PATHS[parameter["name"]])
    document["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]


def _describe_response(status: str, response: Schema) -> None:
    if not response.get("description"):
        response["description"] = SUCCESSES[status]
    content = response.get("content", {}).get("application/json", {})
    is_page = content.get("schema", {}).get("$ref", "").endswith("Page")
    if status < "400":
        names = (*PACE, "Link") if is_page else PACE
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its full stop.

    >>> _first_sentence("Leave a match. It has not begun.")
    'Leave a match'
    """
    return " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")
