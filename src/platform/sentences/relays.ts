/** The test of a mail server. */
export const relays = {
  no_tls_for_password: 'The relay does not offer TLS, and a password must not be sent unencrypted.',
  no_starttls: 'The relay does not offer STARTTLS. To use it without TLS, set tls to opportunistic.',
  certificate_untrusted: '{protocol}, but the certificate is not trusted. Give the mail server one that is.',
  certificate_ends: 'The certificate ends on {date}. Renew the certificate of the mail server.',
  tls_until: '{protocol}, with a certificate until {date}.',
  no_answer: 'There was no answer within {seconds:number} seconds.',
  silent_after_mail:
    'A connection to the mail server has been silent for {seconds:number} seconds, after MAIL.',
  silent_for_domain:
    'The mail server has not said for {seconds:number} seconds whether it takes a message for {domain}.',
  silent_after_message:
    'The mail server received a message {seconds:number} seconds ago for {domain} and has not answered yet.',
  mail_unanswered:
    'The mail server did not answer MAIL for {seconds:number} seconds, and answered on other connections.',
  not_greeted:
    'The mail server accepted a connection {seconds:number} seconds ago and has not greeted us yet.',
  ehlo_unanswered:
    'The mail server accepted a connection {seconds:number} seconds ago and has not answered EHLO yet.',
  tls_not_begun:
    'The mail server accepted a connection {seconds:number} seconds ago and has not begun TLS yet.',
  login_unanswered:
    'The mail server accepted a connection {seconds:number} seconds ago and has not answered the login yet.',
  unanswered: 'The mail server accepted a connection {seconds:number} seconds ago and has not answered yet.',
  connect_failed: '{reason:sentence} Check host and port, and whether a firewall is in the way.',
  tls_failed: '{reason:sentence} Check that the host is a name in the certificate of the mail server.',
  ehlo_failed:
    '{reason:sentence} Check that host and port lead to a mail server, and that it lets this machine in.',
  login_failed:
    '{reason:sentence} Check user and password. Some mail services want a password made for programs.',
  mail_failed: '{reason:sentence} Check that this login may send from the address of the newsletter.',
  no_tls_here: 'The relay does not offer TLS. The mail does not leave this machine.',
  tls_off_here: 'TLS is switched off in the settings of the relay. The mail does not leave this machine.',
  no_tls:
    'The relay does not offer TLS. Mail can be read on the way. Switch on STARTTLS on the mail server, or use one that has it.',
  tls_off:
    'TLS is switched off in the settings of the relay. Mail can be read on the way. Switch on STARTTLS on the mail server, or use one that has it.',
  closed: 'The relay closed the connection.',
  none: 'There is no relay for this mail.',
  paused: 'The relay is paused.',
  stopping: 'The service is stopping.',
  silent: 'The relay does not respond.',
  strange_reply: 'The relay sent an unexpected reply.',
  idle: 'The connection was idle.',
  not_needed: 'The connection was no longer needed.',
  slow: 'The relay was slow to respond.',
  unresponsive: 'The mail server does not respond.',
  undecided: 'The mail server did not say whether it takes a message for this recipient.',
  tls_words: 'TLS: {words}',
  no_address: '553 5.1.3 This is not a valid mail address.',
  no_smtputf8: '550 5.6.7 The relay does not accept addresses with non-ASCII letters.',
  no_eight_bit: '554 5.6.3 The relay does not accept 8-bit text.',
  over_limit: 'The mail server accepts at most {limit}, but the message has {bytes:number} bytes.',
  with_size: '{reply} (The message has {bytes:number} bytes.)',
  no_such_login: 'The relay does not offer login by {chosen}, only {offered}.',
  no_reply: 'not an SMTP reply: {words}',
  long_reply: 'a reply of more than {kilobytes} kB',
  one_withdrawn: 'A message was withdrawn.',
  withdrawn: 'The message was withdrawn before it was sent.',
  stopping_unanswered: 'The service is stopping, and the relay has not answered.',
} as const;
