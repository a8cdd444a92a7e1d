#!/bin/sh
# Put the files of `manage.py setup_mail` where Debian's packages look for them, and start all three:
#   deploy/mail/start.sh [FOLDER]
# In the container FOLDER is /data/mail; on a machine of its own use --install-only, and systemd.
set -eu
folder=${1:-/data/mail}
[ -e "$folder/main.cf" ] || { echo "First run: manage.py setup_mail --domain ..." >&2; exit 1; }

install -d -m 0755 /etc/abyss-mail /run/opendkim /run/opendmarc
chown opendkim /run/opendkim
chown opendmarc /run/opendmarc
install -m 0644 "$folder/networks" /etc/abyss-mail/
install -m 0600 "$folder/tls.pem" /etc/abyss-mail/
install -m 0600 -o opendkim "$folder"/*.private /etc/abyss-mail/
install -m 0644 "$folder/opendkim.conf" "$folder/opendmarc.conf" /etc/
install -m 0644 "$folder/main.cf" /etc/postfix/
[ "${2:-}" = --install-only ] && exit 0

# Elsewhere Postfix writes to the log of the system.
postconf -e "maillog_file = /dev/stdout"
opendkim -x /etc/opendkim.conf
opendmarc -c /etc/opendmarc.conf
exec postfix start-fg
