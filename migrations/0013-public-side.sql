-- What a newsletter says on its sign-up form and in the mail that welcomes, and what keeps machines from the form.
alter table newsletters
  add column sign_up_text text not null default '',
  add column welcome_subject text not null default '',
  add column welcome_body text not null default '',
  add column captcha text not null default '' check (captcha in ('', 'hcaptcha', 'turnstile')),
  add column captcha_site_key text not null default '',
  add column captcha_secret text not null default '';

-- Tags that subscribers may give and take themselves: the topics of the manage page.
alter table tags
  add column subscriber_editable boolean not null default false,
  add column public_description text not null default '';

-- What somebody who is paused goes back to.
alter table subscribers add column type_before_pause subscriber_type;

-- The proof of consent: when, from where, and under which words somebody asked for the newsletter.
create table consents (
  key bigint generated always as identity primary key,
  subscriber_key bigint not null references subscribers on delete cascade,
  date timestamptz(3) not null default now(),
  ip_address text not null,
  page_url text not null,
  form_text text not null
);
create index consents_subscriber on consents (subscriber_key);

-- Links that are mailed to a subscriber and good for one use: signing in, another address, coming back.
create table reader_links (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  subscriber_key bigint not null references subscribers on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'address_change', 'return')),
  address text not null,  -- where it is mailed
  creation_date timestamptz(3) not null,
  mail_due boolean not null default true,
  used_date timestamptz(3)
);
create index reader_links_subscriber on reader_links (subscriber_key, purpose, creation_date);
create index reader_links_age on reader_links (creation_date);

-- The archive, newest first.
create index emails_published on emails (newsletter_key, (coalesce(publish_date, status_date)) desc, key desc)
  where status in ('in_flight', 'sent', 'imported') and email_type <> 'private';

-- Its search: the words that anybody may read. What is behind a paywall is not among them, and of a very long body the
-- beginning is, for a tsvector has its limits.
create index emails_words on emails using gin (
    to_tsvector('simple'::regconfig,
      subject || ' ' || description || ' ' || case when email_type = 'premium' then '' else left(body, 100000) end))
  where status in ('in_flight', 'sent', 'imported') and email_type <> 'private';
