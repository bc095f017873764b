-- Keys that are replaced by the calendar, and keys whose TXT record is in a zone of the operator's, to which the domain has aliases.
alter table newsletters add column dkim_rotation_months integer;  -- null: keys are replaced by hand
alter table dkim_keys add column target text not null default '';  -- the name of the record in the operator's zone; '': in the domain itself
alter table dkim_keys add column is_planned boolean not null default false;  -- the calendar made it
alter table dkim_keys add column seen_date timestamptz(3);  -- since when DNS has its record, while it waits
alter table dkim_keys add column told_date timestamptz(3);  -- when the owner was told what to do about it now
comment on column dkim_keys.private_key is 'encrypted; empty once it has been destroyed, a week after the key was retired';
