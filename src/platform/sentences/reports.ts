/** The meanings of refusals. */
export const reports = {
  sender_refused:
    'The mail server refuses the sender, not the recipients. Look at the sender check, fix what the reply names, then resend.',
  addresses_gone: 'These addresses no longer exist. They get no further emails, and there is nothing to do.',
  content_refused:
    'The receiver refuses the sender or the content, which says nothing about the recipients. Look at the sender check and at the links in the email; if only one domain refuses, ask its postmaster.',
  temporary:
    'A temporary problem, such as a full mailbox or a busy server. Nothing to do: they get the next email as usual, and an address that keeps failing is suppressed.',
} as const;
