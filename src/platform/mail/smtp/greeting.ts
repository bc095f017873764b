/** The name in the inbox's greeting. A server that greets with it accepts `ownerParameter` with MAIL. */
export const inboxName = 'postrider-inbox';

/** The MAIL parameter that names the owner of the mail. It is our own invention, so it begins with X (RFC 5321 §2.2.2). */
export const ownerParameter = 'XOWNER';
