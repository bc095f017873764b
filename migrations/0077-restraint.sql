-- How many mails one person gets at most in so many days, {"count", "days"}, and the hours in which sequences mail nobody, {"from", "until"}.
alter table newsletters add column mail_cap jsonb, add column quiet_hours jsonb;
alter table emails add column ignores_cap boolean not null default false;
-- Who was left out when an email's audience was frozen: they had had as many mails as the newsletter allows.
create table capped_recipients (
  email_key bigint not null references emails on delete cascade,
  subscriber_key bigint not null,
  primary key (email_key, subscriber_key)
);
