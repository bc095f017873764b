import MailComposer from 'nodemailer/lib/mail-composer';

export type Mailbox = { name: string; address: string };

/** One message to one person, in words; composeMessage makes it the bytes that go over the wire. */
export type Message = {
  from: Mailbox;
  to: string;
  reply_to: string;
  subject: string;
  html: string;
  text: string;
  /** Without the angle brackets. */
  message_id: string;
  date: Date;
  /** Further header fields, each value one line of ASCII. */
  headers: Readonly<Record<string, string>>;
};

/** The message as RFC 5322 text with CRLF line ends: multipart/alternative, text first, both parts in UTF-8. */
export async function composeMessage(message: Message): Promise<Buffer> {
  const composer = new MailComposer({
    from: message.from,
    to: { name: '', address: message.to },
    ...(message.reply_to && { replyTo: { name: '', address: message.reply_to } }),
    subject: message.subject,
    html: message.html,
    text: message.text,
    messageId: `<${message.message_id}>`,
    date: message.date,
    headers: Object.entries(message.headers).map(([key, value]) => ({ key, value })),
    encoding: 'quoted-printable',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
