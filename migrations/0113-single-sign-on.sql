-- Accounts elsewhere with which people sign in: a provider's (issuer) or a proxy's ("header"), and what it calls the person.
create table identities (
  key integer generated always as identity primary key,
  id uuid not null unique,
  person_key integer not null references people on delete cascade,
  issuer text not null,
  subject text not null,
  email_address text not null,             -- what the provider said at the last sign-in; decides nothing
  creation_date timestamptz(3) not null,
  last_used_date timestamptz(3) not null,
  constraint identities_subject_unique unique (issuer, subject),
  -- So an address that a provider gives to somebody else does not lead to the account of whoever had it.
  constraint identities_person_unique unique (person_key, issuer)
);

-- A role that follows from a group at the provider: the role, the rule's claim and value, and the role that a person has given as well,
-- if anything. `role` is the higher one of both.
alter table members
  add column rule_role text,
  add column rule_group text,
  add column own_role text,
  add constraint members_rule check ((rule_role is null) = (rule_group is null) and (own_role is null or rule_role is not null));
