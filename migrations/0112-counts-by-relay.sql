-- What became of an email's copies by relay, counted together with the counts by domain. The arrays have one place for each relay.
alter table domain_counts
  add column relay_keys smallint[] not null default '{}',       -- 0: not known which
  add column relay_accepted integer[] not null default '{}',
  add column relay_deferred integer[] not null default '{}',
  add column relay_refused_hard integer[] not null default '{}',
  add column relay_refused_soft integer[] not null default '{}',
  add column relay_bounced_hard integer[] not null default '{}',
  add column relay_bounced_soft integer[] not null default '{}',
  add column relay_complaints integer[] not null default '{}';
