import { type Liquid, TypeGuards } from 'liquidjs';
import { bindMessage, type Parts } from './bind.ts';
import { htmlEngine, plainEngine } from './liquid.ts';
import type { CompiledMessage, KeptContent, KeptMessage } from './message.ts';
import { type Content, liquidToken, parseTokens, textToken } from './placeholders.ts';

/** Returns the parts of a message as data. */
export function keepParts({ subject, html, text, description }: Parts): KeptMessage {
  return {
    subject: keepContent(subject),
    html: html.map(keepContent),
    text: text.map(keepContent),
    description,
  };
}

/** Restores a stored message. It binds as it did before. */
export function restoreMessage({
  subject,
  html,
  text,
  description,
}: KeptMessage): Pick<CompiledMessage, 'bind'> {
  const parts = {
    subject: restoreContent(plainEngine, subject),
    html: html.map(content => restoreContent(htmlEngine, content)),
    text: text.map(content => restoreContent(plainEngine, content)),
    description,
  };
  return { bind: (shared, division) => bindMessage(parts, shared, division) };
}

export function keepContent({ tokens, stateful }: Content): KeptContent {
  return {
    stateful,
    tokens: tokens.map(token => (TypeGuards.isHTMLToken(token) ? token.getContent() : [token.getText()])),
  };
}

export function restoreContent(engine: Liquid, { tokens, stateful }: KeptContent): Content {
  const restored = tokens.map(token =>
    typeof token === 'string' ? textToken(token) : liquidToken(engine, token[0]),
  );
  return parseTokens(engine, restored, stateful);
}
