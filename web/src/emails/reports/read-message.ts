import PostalMime from 'postal-mime';

export type ReadMessage = { subject: string; from: string; to: string; html: string; text: string };

/** Reads what a message (RFC 5322) shows to its reader. Its HTML still has effects, so show it `withoutEffects`. */
export async function readMessage(message: string): Promise<ReadMessage> {
  const { subject = '', from, to = [], html = '', text = '' } = await PostalMime.parse(message);
  return { subject, from: from ? nameOf(from) : '', to: to.map(nameOf).join(', '), html, text };
}

type Mailbox = { name?: string; address?: string };

function nameOf({ name = '', address = '' }: Mailbox): string {
  return name && name !== address ? `${name} <${address}>` : address;
}
