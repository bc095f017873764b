import { join } from 'node:path';
import { compileMessage } from '../../engines/rendering/compile.ts';
import type { FilledMessage, MessageValues } from '../../engines/rendering/message.ts';
import { loadTheme } from '../../engines/rendering/theme.ts';

/** For tests: the included theme, a recipient, and a body rendered for them. */
const folder = join(import.meta.dirname, '../../../themes/default');
export const sampleTheme = loadTheme(folder);

export const sampleValues: MessageValues = {
  subscriber: {
    email: 'ann@example.org',
    type: 'regular',
    tags: ['Early', 'Vienna'],
    metadata: { first_name: 'Ann', hostile: '<script>alert("x")</script>', liquid: '{{ subscriber.email }}' },
  },
  newsletter: {
    name: 'The Weekly Ferret',
    description: 'All about ferrets',
    postal_address: 'Ferret & Co.\n12 Burrow Lane\n1010 Vienna',
  },
  email: { subject: 'Set by fill', absolute_url: 'https://news.example.org/archive/42', secondary_id: 42 },
  unsubscribe_url: 'https://news.example.org/unsubscribe/abc?list=1&to=2',
  manage_subscription_url: 'https://news.example.org/manage/abc',
  answer_url: 'https://news.example.org/manage/answer/token',
  referral_url: 'https://news.example.org/lighthouse?referral_code=code',
  subscribe_url: 'https://news.example.org/subscribe',
  medium: 'email',
};

type Sample = { html: string; text: string; message: FilledMessage };

/** Returns only the content, without the layout and the style attributes that the theme adds. */
export function fillBody(body: string, values: MessageValues = sampleValues): Sample {
  const compiled = compileMessage({ subject: 'Issue 42', body, description: '' }, sampleTheme);
  const message = compiled.fill(values);
  const start = message.html.indexOf('<div class="content"');
  const end = message.html.indexOf('<td class="footer"');
  const content = message.html.slice(
    message.html.indexOf('>', start) + 1,
    message.html.lastIndexOf('</div>', end),
  );
  const text = message.text.slice(message.text.indexOf('\n\n') + 2, message.text.lastIndexOf('\n\n-----'));
  return {
    html: content
      .replace(/ style="[^"]*"/g, '')
      .replace(/\s*\n\s*/g, '\n')
      .trim(),
    text,
    message,
  };
}

export function withMetadata(metadata: Record<string, unknown>): MessageValues {
  return { ...sampleValues, subscriber: { ...sampleValues.subscriber, metadata } };
}
