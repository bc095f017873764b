/** Sending, previews and returned mail. */
export const delivery = {
  too_many_relays: 'an installation has at most {most:number} relays; remove one that you do not need',
  relay_of_settings: '{name} is set in SMTP_URL; change it there',
  relay_password_sealed:
    'The password of the relay cannot be read, because the key that encrypts it is missing. Enter the password again, or restore the key.',
  topic_not_waiting:
    'Amazon does not ask for a confirmation of this topic. Create the subscription there again.',
  topic_refused:
    'Amazon did not accept the confirmation, which it does only for three days. Create the subscription there once more, so that Amazon asks again.',
  relay_signature_wrong:
    'The signature is missing or does not match the settings of this relay for {source}. Compare them with those of the service (docs/bounces.md).',
  google_key:
    'key: paste the whole file of a service account, as Google offers it for download (JSON with client_email and private_key)',
  google_key_refused:
    'Google no longer accepts the key of the service account (it answered {status}). Create a new key there, and connect again.',
  google_api_off:
    'The project of the service account may not use the Gmail Postmaster Tools API. Enable the API for it in the Google Cloud console.',
  google_no_access:
    'The service account may not see this domain. Add the domain at postmaster.google.com, and give the address of the service account access to it.',
  google_answered: 'Google answered {status}. Postrider asks again later.',
  google_unreachable: 'Google could not be reached: {reason:sentence} Postrider asks again later.',
  google_unreadable: 'Google’s answer could not be read. Postrider asks again later.',
  gmail_week:
    'Gmail reports that on the worst day of the last week, {percent} % of your mail was marked as spam there.',
  gmail_demands: 'Gmail finds that you do not meet these of its requirements for senders: {names}.',
  message_too_large: 'The message is larger than {limit}.',
  signature_wrong:
    'The signature is missing or does not match the {source} settings of this installation. Compare them with those of the service (docs/bounces.md).',
  key_without_address:
    'send_mail: a key has no address. Sign in to the dashboard to get the mail, or omit this field.',
  profile_without_address: 'send_mail: your profile has no address. Enter one there, or omit this field.',
  too_many_tests: 'At most {most} tests an hour. Try again later.',
  email_or_fields: 'email_id: send either the id of an email or the fields of one, not both.',
  not_unsent:
    'email_id: the email is {status}, and only the audience of an unsent one can be explained. To ask about one person, use GET /v1/emails/{id}/explain?subscriber=',
  not_mailed:
    'This email is {status} and has not been mailed. POST /v1/emails/preview shows how it would look.',
  no_copy:
    'This subscriber has not been sent a copy of this email. GET /v1/emails/{id}/deliveries lists who has.',
  not_in_flight: 'The email is {status}; only one that is in_flight can be paused and resumed.',
  no_preview:
    'status: only a draft or a scheduled email can be previewed, and this one is {status}. To preview it, create a draft with its text.',
  preview_tags:
    'recipients: this key mails only people with certain tags (bounds.tags). Name subscribers that have one of them.',
  preview_stranger:
    'recipients: your sends need approval, so you can send previews only to people who work on this newsletter, and {address} does not.',
  preview_no_subscriber:
    'subscribers: there is no subscriber with the id "{id}", so nobody was mailed. GET /v1/subscribers lists them.',
  preview_no_address: 'recipients: "{text}" is not an email address. Nobody was mailed.',
  no_reader:
    'subscriber: there is no subscriber with the id or address "{id}". GET /v1/subscribers lists them.',
  no_resend: 'The email is {status}; only one that is in_flight or sent can be resent.',
  no_ab_test: 'The email has no test that has begun. Set ab_test before it is sent.',
  no_such_variant: 'variant: use a number from 1 to {count}, or "split"',
  ab_test_decided: 'The test has been decided.',
  second_try_unsent: 'The email is {status}; only one that is sent can have a second try.',
  second_try_late:
    'This email is older than {days:day|days}, and single opens and clicks are not kept longer (HIT_DAYS), so nobody knows who missed it.',
  second_try_again: 'This email is a second try itself. Nobody gets a third one.',
  no_open_measured:
    'to: no open of this email was measured, so nobody knows who missed it. Use unclicked, or track opens (track_opens of the newsletter).',
  no_click_measured:
    'to: no click of this email was measured, so nobody knows who followed a link. Use unopened, or track clicks (track_clicks of the newsletter).',
  has_copy: 'This subscriber already has the email or will get it.',
  gets_no_mail: 'This subscriber is {type} and gets no mail. Change the type first, if they have agreed.',
  not_sendable:
    'email_id: the email is {status}; only one that is draft, in_flight or sent can be sent to chosen people.',
  too_many_dkim_keys:
    'This newsletter already has {count} DKIM keys. Delete a retired key whose mail has all arrived.',
  under_way_at_export:
    'The hand-over was under way when the newsletter was exported; the server may have the message.',
  sent_after_backup: 'It may have been sent after the backup that this database was restored from.',
  many_refused:
    '{refused:number} of the last {messages:message|messages} were refused by policy (BREAKER_POLICY_PERCENT).',
  many_complained:
    '{complaints:number} of {delivered:recipient|recipients} have complained (BREAKER_COMPLAINTS_PERCENT).',
  left_audience: 'Left the audience before being served.',
  not_made: 'The message could not be made: {reason}',
  paused_before: 'The email was paused before they were served.',
  entitlement_ended: 'What entitled them to this email ended before they were served.',
  proved:
    'The hash on record proves that this is the copy that was handed over, byte for byte, except for its Date and signature.',
  parts_not_kept:
    'Made again, not proved: the email was sent before the parts of copies were kept. This copy is made from the current email, newsletter and subscriber, without tracking.',
  no_hash:
    'Made again, not proved: no hash of the original copy is on record, because the hand-over was interrupted or took place before hashes were kept.',
  attachments_gone:
    'Made again, not proved: it differs from the copy that was handed over, because attachments have been deleted since: {names}.',
  something_gone:
    'Made again, not proved: it differs from the copy that was handed over, because something it was made from is gone, such as the secret that signed its links.',
  due_while_down:
    'The email was due at {date:time}, but the service was not running, and that was over {hours:hour|hours} ago (late_schedule_hours). Set status about_to_send if it should still be sent.',
  interrupted:
    'Sending was interrupted for over {hours:hour|hours} (late_schedule_hours). Set status about_to_send if the remaining recipients should still get it.',
  too_large_for_server:
    'The email is too large for the mail server. {reply} Make it smaller, for example with links instead of attachments, or raise the limit of the mail server; then set status about_to_send.',
  failed_for:
    'Sending failed for {minutes:minute|minutes}: {trouble:sentence} Check the mail server and the settings of the relay, then set status about_to_send.',
  cut_off: 'The hand-over was cut off; the server may have the message.',
  proved_later: 'The hand-over was interrupted; a later report proves that it arrived.',
} as const;
