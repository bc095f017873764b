-- Slugs that an email had before: links to them lead on to its present one.
create table former_slugs (
  newsletter_key integer not null references newsletters on delete cascade,
  slug text not null,
  email_key bigint not null references emails on delete cascade,
  primary key (newsletter_key, slug)
);
