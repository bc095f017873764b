create type form_status as enum ('active', 'inactive');

-- Sign-up forms with fields, texts and tags of their own.
create table forms (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  title text not null,
  slug text not null,
  body text not null,                      -- Markdown above the fields
  fields jsonb not null,                   -- what the form asks besides the address, in order
  button text not null,                    -- empty: the usual word
  consent_text text not null,              -- Markdown below the button; empty: the newsletter's
  success_body text not null,              -- Markdown after the sign-up; empty: the usual text
  redirect_url text not null,              -- where to go instead; empty: our own page
  tags uuid[] not null,                    -- given to everybody who signs up; what was deleted since is left out
  double_opt_in boolean,                   -- null: as the newsletter
  hourly_limit integer,                    -- sign-ups within an hour; null: any number
  status form_status not null default 'active',
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint forms_slug_unique unique (newsletter_key, slug)
);

-- The id of the form that somebody signed up with; empty: none. It stays when the form is deleted.
alter table subscribers add column form_id text not null default '';
create index subscribers_form on subscribers (newsletter_key, form_id, creation_date) where form_id <> '';

-- How many sign-ups were refused, by day (UTC) and reason.
create table form_refusals (
  newsletter_key integer not null references tenants on delete cascade,
  form_key bigint references forms on delete cascade,  -- null: the newsletter's own form, and forms of other sites
  day date not null,
  reason text not null,
  count integer not null,
  constraint form_refusals_once unique nulls not distinct (newsletter_key, form_key, day, reason)
);
create index form_refusals_form on form_refusals (form_key) where form_key is not null;
