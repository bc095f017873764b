// The newsletter's own domain.

export const own_address = {
  title: 'Address',
  domain: 'Domain',
  hint: 'A domain or subdomain of yours, such as letter.example.org. Pages, feeds and the links in mails move there once it works, and the old addresses lead to it. Empty: the address of this installation.',
  check: 'Check now',
  checking: 'Checking, which can take half a minute …',
  checked: 'Checked',
  unchecked: 'Not checked yet.',
  works: 'Your newsletter is at this domain',
  works_note: 'Keep the records below, and the domain: links in mails that you have sent lead to it.',
  missing: 'The domain does not work yet',
  missing_note:
    'Add this record where the DNS of your domain is managed. It may take an hour to be visible everywhere. The domain is checked again every hour.',
  leads: 'Points your domain to this installation',
  caa: 'Who may issue certificates for your domain',
} as const;
