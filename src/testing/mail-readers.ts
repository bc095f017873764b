import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import PostalMime from 'postal-mime';

/** A message as a mail program reads it, with LF line endings and without the final one of a text. */
export type ReadMail = {
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; bytes: Buffer }[];
};

/** Reads a message with the postal-mime library. */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(source);
  return {
    subject,
    text: plain(text),
    html: plain(html),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      bytes: Buffer.from(content as ArrayBuffer),
    })),
  };
}

const program = `
import base64, email, email.policy, json, sys
def read(source):
    mail = email.message_from_bytes(base64.b64decode(source), policy=email.policy.default)
    defects = [repr(d) for part in mail.walk() for d in part.defects]
    defects += [name + ': ' + repr(d) for part in mail.walk() for name, value in part.items() for d in value.defects
      # A plain filename beside the extended one is meant for programs that read no other.
      if not (name == 'Content-Disposition' and 'duplicate parameter name' in repr(d))]
    files = [{'name': f.get_filename(), 'type': f.get_content_type(),
      'bytes': base64.b64encode(f.get_payload(decode=True)).decode()} for f in mail.iter_attachments()]
    return {'defects': defects, 'subject': mail['Subject'], 'text': mail.get_body(['plain']).get_content(),
      'html': mail.get_body(['html']).get_content(), 'attachments': files}
json.dump([read(source) for source in json.load(sys.stdin)], sys.stdout)
`;

/** Reads messages with Python's email package, including every defect that it finds; undefined without python3. */
export async function readMailsByPython(
  sources: Buffer[],
): Promise<(ReadMail & { defects: string[] })[] | undefined> {
  const child = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child, 'spawn');
  } catch {
    return undefined;
  }
  child.stdin.end(JSON.stringify(sources.map(source => source.toString('base64'))));
  // biome-ignore lint/suspicious/noExplicitAny: the output of the program above
  const mails = (await json(child.stdout)) as any[];
  return mails.map(mail => ({
    ...mail,
    text: plain(mail.text),
    html: plain(mail.html),
    attachments: mail.attachments.map((file: { bytes: string }) => ({
      ...file,
      bytes: Buffer.from(file.bytes, 'base64'),
    })),
  }));
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
}
