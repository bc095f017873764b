import type { Division, OwnValues, Pattern, SharedValues } from './message.ts';
import { joinPattern } from './patterns.ts';

/** The meaning of the names in a template. */
export type Scope = Record<string, unknown>;

export type Scopes = {
  /** Returns the scope of one copy. */
  own(values: OwnValues): Scope;
  /** Returns the scope of all copies: personal values are missing, and `onOwn` is called at each use of one. */
  shared(onOwn: () => void): Scope;
} & Required<Division>;

const ownNames = [
  'subscriber',
  'unsubscribe_url',
  'manage_subscription_url',
  'answer_url',
  'referral_url',
  'confirm_url',
  'grant',
  'comment',
] as const;

/**
 * Makes the scopes of a part of a message. `email` is the value of `email` in it, and `patterns` are further values, rendered for each
 * copy. The scopes contain only the values that `MessageValues` names, whatever else is in their rows.
 */
export function createScopes(
  shared: SharedValues,
  email: Scope,
  patterns: Readonly<Record<string, Pattern<OwnValues>>> = {},
  { whole_conditions = false, filled = [] }: Division = {},
): Scopes {
  const names = Object.keys(patterns);
  const emailFor = fillOne(email, patterns);
  const { name, description, postal_address, header_image, logo } = shared.newsletter;
  const common = {
    newsletter: { name, description, postal_address, header_image, logo },
    email,
    subscribe_url: shared.subscribe_url,
    medium: shared.medium,
  };
  return {
    whole_conditions,
    filled,
    own(values) {
      const own = ownOf(values);
      return { ...common, ...own, email: emailFor(own) };
    },
    shared(onOwn) {
      const asked = (names: readonly string[]) => names.map(name => [name, onOwn] as const);
      const shown = names.length === 0 ? email : withGetters(email, asked(names));
      return withGetters({ ...common, email: shown }, asked(ownNames));
    },
  };
}

/**
 * Returns a function that returns `email` with what the patterns are for these values. It is the same object each time, because
 * properties are costly to define and only one copy is rendered at a time; each pattern is rendered when it is first asked for.
 */
function fillOne(
  email: Scope,
  patterns: Readonly<Record<string, Pattern<OwnValues>>>,
): (own: OwnValues) => Scope {
  let values: OwnValues;
  const texts = new Map<string, string>();
  const getters = Object.entries(patterns).map(([name, pattern]) => {
    const get = () => {
      if (!texts.has(name)) texts.set(name, joinPattern(pattern, values));
      return texts.get(name);
    };
    return [name, get] as const;
  });
  const filled = getters.length === 0 ? email : withGetters(email, getters);
  return own => {
    values = own;
    texts.clear();
    return filled;
  };
}

/** Returns only the values that a template can name. */
function ownOf(values: OwnValues): OwnValues {
  const {
    subscriber,
    unsubscribe_url,
    manage_subscription_url,
    answer_url,
    referral_url,
    confirm_url,
    grant,
    comment,
  } = values;
  return {
    ...{ subscriber, unsubscribe_url, manage_subscription_url, answer_url, referral_url },
    ...{ confirm_url, grant, comment },
  };
}

function withGetters(scope: Scope, getters: readonly (readonly [name: string, get: () => unknown])[]): Scope {
  const properties = getters.map(([name, get]) => [name, { get, enumerable: true }] as const);
  return Object.defineProperties({ ...scope }, Object.fromEntries(properties));
}
