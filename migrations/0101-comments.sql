create type comment_status as enum ('pending', 'active', 'spammy');

-- What readers write below emails on the web.
create table comments (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  email_key bigint not null references emails on delete cascade,
  subscriber_key bigint references subscribers on delete cascade,  -- null: the newsletter itself
  thread_key bigint references comments on delete set null,        -- the comment that the thread begins with; null: this one does
  name text not null default '',           -- as the writer wants to be called
  text text not null,
  status comment_status not null,
  reasons text[] not null default '{}',    -- the rules that did not let it appear at once
  shown_date timestamptz(3),               -- when it appeared first, of which the thread was told; null: it never has
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now()
);
create index comments_email on comments (email_key, status, key);
create index comments_newsletter on comments (newsletter_key, status, key);
create index comments_subscriber on comments (subscriber_key) where subscriber_key is not null;
create index comments_thread on comments (thread_key) where thread_key is not null;
create index comments_text on comments (newsletter_key, md5(text));

-- Readers who want no mail about comments.
create table comment_mutes (
  subscriber_key bigint primary key references subscribers on delete cascade,
  creation_date timestamptz(3) not null default now()
);

alter table newsletters add column comment_notices boolean not null default true;
