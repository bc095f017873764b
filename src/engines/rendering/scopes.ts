import type { OwnValues, Pattern, SharedValues } from './message.ts';
import { joinPattern } from './patterns.ts';

/** What the names in a template refer to. */
export type Scope = Record<string, unknown>;

export type Scopes = {
  /** For one copy. */
  own(values: OwnValues): Scope;
  /** For all copies: personal values are missing, and `onOwn` is called at each use of one. */
  shared(onOwn: () => void): Scope;
};

const ownNames = [
  'subscriber',
  'unsubscribe_url',
  'manage_subscription_url',
  'confirm_url',
  'grant',
] as const;

/**
 * The scopes of a part of a message; `email` is what `email` refers to in it, and a subject that is a pattern is
 * rendered for each copy. They contain only what `MessageValues` names, whatever else the rows behind it hold.
 */
export function createScopes(shared: SharedValues, email: Scope, subject?: Pattern<OwnValues>): Scopes {
  const { name, description, postal_address, header_image, logo } = shared.newsletter;
  const common = {
    newsletter: { name, description, postal_address, header_image, logo },
    email,
    subscribe_url: shared.subscribe_url,
    medium: shared.medium,
  };
  return {
    own({ subscriber, unsubscribe_url, manage_subscription_url, confirm_url, grant }) {
      const own = { subscriber, unsubscribe_url, manage_subscription_url, confirm_url, grant };
      if (subject === undefined) return { ...common, ...own };
      let filled: string | undefined;
      const fill = () => (filled ??= joinPattern(subject, own));
      return { ...common, ...own, email: withGetters(email, ['subject'], fill) };
    },
    shared(onOwn) {
      const shown = subject === undefined ? email : withGetters(email, ['subject'], onOwn);
      return withGetters({ ...common, email: shown }, ownNames, onOwn);
    },
  };
}

function withGetters(scope: Scope, names: readonly string[], get: () => unknown): Scope {
  const getters = names.map(name => [name, { get, enumerable: true }] as const);
  return Object.defineProperties({ ...scope }, Object.fromEntries(getters));
}
