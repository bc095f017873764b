/** By this name the inbox greets; what greets so takes `ownerParameter` with MAIL. */
export const inboxName = 'postrider-inbox';

/** The parameter of MAIL that says whose mail it is. Our own, so it begins with X (RFC 5321 §2.2.2). */
export const ownerParameter = 'XOWNER';
