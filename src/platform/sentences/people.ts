/** Sentences for people who sign in, and for people and keys who may not do something. */
export const people = {
  session_ended_meanwhile:
    'Your session ended while the request was sent. Sign in again at /dashboard, then repeat it.',
  newsletter_not_named:
    'The request does not name a newsletter. Send its id in the header Postrider-Newsletter (GET /v1/newsletters lists yours), or use an API key.',
  person_needed:
    'This endpoint is for a signed-in person and does not accept API keys. Sign in with a browser.',
  access_lost: 'The caller lost access to this response while it was being sent.',
  key_missing: 'Send your API key in the header "Authorization: Token <key>".',
  key_in_address:
    'An API key in the address is not read, and logs keep it. Send it in the header "Authorization: Token <key>", and replace it with a new one.',
  key_in_header:
    'The header {header} is not read. Send your API key in the header "Authorization: Token <key>".',
  key_mistyped:
    'This API key is unknown, and contains {character}. Send the key itself, without quotes, brackets or the name of a variable.',
  scheme_missing:
    'The header Authorization does not name the scheme of an API key. Send "Authorization: Token <key>", or "Bearer <key>".',
  key_unknown: 'This API key is unknown, revoked or expired. Create a new one with: postrider key create',
  username_taken: 'username: {username} is already in use. Choose another.',
  other_site:
    'This request comes from another site ({site}). Use /dashboard on this site, or send an API key.',
  owner_creates:
    'Only an owner of the installation can create a newsletter. Ask one to create it and to invite you.',
  you_last_owner: 'You are the last owner of the installation. Make somebody else one first.',
  rights_lost:
    'You have lost rights since this request began. Look at what you may still do, then send it again.',
  keys_not_kept:
    'keep_keys: you cannot keep keys of a newsletter that you leave. Ask another owner to remove you and to keep them.',
  address_taken: 'email_address: another account already uses this address. Use a different one.',
  app_there: 'An authenticator app is already set up. Delete it first to use another one.',
  code_alone: 'A code is an addition to a password or mailed link. Set a password or an address first.',
  app_not_begun: 'No authenticator app is being set up. Start with POST /v1/me/totp.',
  app_code_wrong: 'code: this is not the code that the app shows. Check the clock of the phone.',
  app_missing:
    'No authenticator app is set up, so there are no recovery codes. Set one up with POST /v1/me/totp.',
  owner_everywhere:
    'An owner of the installation belongs to every newsletter. First set installation to false.',
  no_role_within: 'permissions: every role has more than these. Give at least {needed}.',
  last_of_newsletter: 'This person is the last owner of the newsletter. Make somebody else an owner first.',
  last_of_installation:
    'This person is the last owner of the installation. Make somebody else an owner first.',
  too_many_passkeys: 'You have {count} passkeys. Delete one first.',
  passkey_known: 'response: this passkey has already been added. Use it, or create another one.',
  passkey_mismatch:
    'response: it does not match the challenge, or the challenge has expired. Request new options and try again.',
  passkey_unknown:
    'This passkey is unknown here, or the challenge has expired. Try again, or request a sign-in link by mail.',
  too_many_sign_ins: 'Too many people are signing in. Try again in a minute.',
  sign_in_recently:
    'Changing how you sign in requires a recent sign-in. Sign in again, then repeat the request.',
  session_ended: 'Your session has ended. Sign in again at /dashboard.',
  credential_first:
    'Others can reach this service, so you must first set a password (PATCH /v1/me) or add a passkey.',
  not_your_newsletter:
    'Postrider-Newsletter: none of your newsletters has this id. GET /v1/newsletters lists them.',
  password_wrong: 'The address or the password is wrong. Try again, or request a sign-in link by mail.',
  no_sign_in_waits: 'No sign-in is waiting for a code. Start with the password.',
  code_wrong: 'The code is wrong. Use the one that the app shows now, or an unused recovery code.',
  sign_in_first:
    'The address {email_address} already has an account here. Sign in with it, then open the link again.',
  sign_in_changed: 'The way to sign in to this account has just changed. Try again.',
  role_from_group:
    'role: the group {group} gives this person the role {role} at each sign-in. Remove them from the group first, or choose a higher role.',
  sign_on_only:
    'Here you can sign in only with {name}. The operator of the installation can print a link: npx postrider sign-in',
  sign_on_off: 'There is no single sign-on here. Sign in with a password, a passkey or a link.',
  sign_on_first: 'Sign in with {name} first, as {email_address}. That accepts the invitation.',
  sign_on_away:
    '{name} cannot be reached. {reason:sentence} Try again in a few minutes. Meanwhile, the operator of the installation can print a link: npx postrider sign-in',
  provider_status: 'The provider answers with status {status}.',
  sign_on_expired:
    'This sign-in has taken more than ten minutes, has been used, or began in another browser. Start again.',
  sign_on_refused:
    '{name} did not sign you in ({error}). Try again, or ask whoever manages your account there.',
  sign_on_misconfigured:
    '{name} refuses this installation ({error}). Its operator should check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and the address for redirects.',
  sign_on_untrusted:
    'What {name} said cannot be trusted ({error}). Try again. If this keeps happening, tell the operator of the installation.',
  sign_on_stale:
    '{name} does not say that you signed in there within the last 15 minutes. Sign in here in another way, or with a printed link: npx postrider sign-in',
  address_unproved_elsewhere:
    '{name} does not say that the address {email_address} is proved to be yours. Prove it there, or sign in here in another way and connect {name} in your profile.',
  address_missing_elsewhere:
    '{name} sends no email address, and the first sign-in requires one. The operator of the installation should request the scope email, or set AUTH_EMAIL_HEADER.',
  no_account:
    'Nobody here has the address {email_address}. Ask an owner of the newsletter for an invitation to this address.',
  other_identity:
    'Another account at {name} is connected with the address {email_address}. An owner of the installation can disconnect it under Team.',
  identity_taken: 'Your account at {name} is connected with somebody else here. Disconnect it there first.',
  header_missing: 'The proxy does not say who you are. Sign in there, then try again.',
  link_over: 'This link has been used or has expired. Request a new one, or ask the person who invited you.',
  permission_missing:
    'This requires the permission {area}:{needed}, but you have {area}:{present}. Use a key that has it, or ask an owner of the newsletter.',
  inbox_closed:
    'Sign in at /dashboard, open the inbox with the link that Postrider printed when it started (npx postrider inbox prints it again), or send an API key in the header "Authorization: Token <key>".',
  approval_needed:
    'Your changes need approval (bounds.needs_approval) before readers see them, and {why:sentence}. Ask an owner or editor of the newsletter to do this.',
  drafts_only_key:
    'This key can only write drafts (bounds.drafts_only), and {why:sentence}. Use another key.',
  bounded_key:
    'A key with bounds can change only what it sends itself, and {why:sentence}. Use a key without bounds.',
  grant_exceeds:
    'permissions: this key has {area}:{own}, so it cannot grant {area}:{level}. Use a key that has this permission, or run: postrider key create',
  bound_exceeds:
    'bounds.{bound}: a key cannot exceed the bounds of the key that creates it, which has {value}. Omit the bound, or use a tighter one.',
  key_outlives:
    'expiry_date: a key cannot outlive the key that creates it, which expires at {date:time}. Use that date or an earlier one.',
  why_field_shown: 'mails and pages contain {field}',
  why_threshold: 'approval_threshold decides what needs approval',
  why_deletion: 'a deletion ends the pages of the newsletter',
  too_many_attempts_link: 'Too many sign-in attempts. Wait an hour, or request a sign-in link by mail.',
  too_many_links: 'Too many sign-in links were requested. Check your mail, or try again in an hour.',
  too_many_attempts: 'Too many sign-in attempts. Try again in an hour.',
  why_form: 'everybody can see a form',
  why_answer: 'an answer is mailed in the name of the newsletter',
  why_comment: 'everybody can read comments, and others in a thread are mailed',
  why_gift: 'a gift is mailed with the giver’s own words',
  why_segment: 'an automation or a scheduled email uses this segment',
  why_topic: 'readers see a tag that they can choose (subscriber_editable)',
  why_file: 'a snippet, a setting, an automation or an email that is more than a draft uses this file',
  why_email: 'this email is more than a draft',
  why_survey: 'an automation, an email that goes out or a page asks this survey',
  why_snippet: 'an automation, an email that goes out or a page uses this snippet',
  why_bundle: 'a bundle contains pages and settings',
  why_issues: 'the import has published issues',
  why_copy: 'a copy contains pages and settings',
  works_here:
    'email_address: an account with the address {address} already works on this newsletter. Change its role instead: PATCH /v1/people/{id}',
  works_here_unproved:
    'email_address: an account with the address {address} already works on this newsletter. Nobody has proved yet that the address is theirs, so make sure who it is, then change the role: PATCH /v1/people/{id}',
} as const;
