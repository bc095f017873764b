-- Destructive: kept responses name their caller instead of its key.
-- People, who sign in with a browser, as programs call with keys.
create table people (
  key integer generated always as identity primary key,
  id uuid not null unique,
  name text not null default '',
  email_address text not null default '',  -- empty until the owner of a new installation has said it
  normal_address text constraint people_address_unique unique,  -- null without an address
  confirmation_date timestamptz(3),        -- when a mailed link, or the command line, proved whose address it is
  installation text not null default 'none' constraint people_installation check (installation in ('none', 'write')),
  password_hash text not null default '',  -- encrypted; empty without a password
  totp_secret text not null default '',    -- encrypted; empty without one
  totp_date timestamptz(3),                -- when a first code proved that the app has the secret; null: not in force
  totp_step bigint not null default 0,     -- the last time step whose code was used; no code counts twice
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now()
);

-- Who belongs to which newsletter. A row stays when somebody leaves: what they scheduled goes out within its bounds.
create table members (
  person_key integer not null references people on delete cascade,
  newsletter_key integer not null references newsletters on delete cascade,
  role text not null constraint members_role check (role in ('owner', 'editor', 'writer', 'viewer')),
  creation_date timestamptz(3) not null default now(),
  removal_date timestamptz(3),
  primary key (person_key, newsletter_key)
);
create index members_newsletter on members (newsletter_key);

create table passkeys (
  key integer generated always as identity primary key,
  id uuid not null unique,
  person_key integer not null references people on delete cascade,
  name text not null,
  credential_id text not null constraint passkeys_credential_unique unique,  -- base64url
  public_key bytea not null,               -- COSE
  counter bigint not null,
  transports text[] not null,
  creation_date timestamptz(3) not null default now(),
  last_used_date timestamptz(3)
);
create index passkeys_person on passkeys (person_key);

-- Answers to passkey challenges that were used: none counts twice.
create table used_challenges (
  hash bytea primary key,
  end_date timestamptz(3) not null
);

create table recovery_codes (
  person_key integer not null references people on delete cascade,
  hash bytea not null,                     -- SHA-256 of 80 random bits
  used_date timestamptz(3),
  primary key (person_key, hash)
);

-- Of a token only the SHA-256 is stored. The former one counts until the browser has shown the newer one.
create table sessions (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  person_key integer not null references people on delete cascade,
  hash bytea not null constraint sessions_hash_unique unique,
  former_hash bytea constraint sessions_former_hash_unique unique,
  former_end_date timestamptz(3),          -- null while the newer token has not been shown
  rotation_date timestamptz(3) not null,
  method text not null,                    -- how the person signed in
  second_factor_due boolean not null,      -- a code is still missing: signed in to nothing yet
  proof_date timestamptz(3) not null,      -- when the person last proved who they are
  ip_address text not null,
  user_agent text not null,
  creation_date timestamptz(3) not null,
  last_used_date timestamptz(3) not null,
  end_date timestamptz(3) not null         -- however much it is used
);
create index sessions_person on sessions (person_key);

-- Links that sign somebody in once. The token in the link is signed and stands nowhere.
create table sign_in_links (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  person_key integer not null references people on delete cascade,
  by_mail boolean not null,
  mail_due boolean not null,
  creation_date timestamptz(3) not null,
  end_date timestamptz(3) not null,
  used_date timestamptz(3)
);
create index sign_in_links_person on sign_in_links (person_key);

create table invitations (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  email_address text not null,
  normal_address text not null,
  role text not null constraint invitations_role check (role in ('owner', 'editor', 'writer', 'viewer')),
  invited_by uuid,                         -- id of the person or key
  mail_due boolean not null,
  creation_date timestamptz(3) not null,
  end_date timestamptz(3) not null,
  used_date timestamptz(3)
);
create index invitations_newsletter on invitations (newsletter_key);
create unique index invitations_open on invitations (newsletter_key, normal_address) where used_date is null;

-- Who repeats a request: a key or a person, in one newsletter.
alter table idempotency_keys add column caller uuid, add column newsletter_key integer references newsletters on delete cascade;
update idempotency_keys set caller = api_keys.id, newsletter_key = api_keys.newsletter_key
from api_keys where api_keys.key = api_key_key;
alter table idempotency_keys
  drop column api_key_key,
  alter column caller set not null,
  alter column newsletter_key set not null,
  add primary key (newsletter_key, caller, idempotency_key);

-- Names the installation in its cookies, which know no ports. Set up: somebody has gone through the first steps, or the
-- installation is older than they are.
alter table installation
  add column id uuid not null default gen_random_uuid(),
  add column setup_date timestamptz(3);
update installation set setup_date = now() where exists (select from newsletters);
