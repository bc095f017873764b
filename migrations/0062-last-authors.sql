-- What bounds a key bounds the keys that go back to it, also those from before it was stored who created them.
update api_keys set created_by = actor_id
from audit_log
where created_by is null and action = 'api_key.created' and object_id = api_keys.id::text and actor_type in ('key', 'person');
create index api_keys_created_by on api_keys (created_by);

-- Whoever last changed what mails and pages are made of: id of a person or key; null: nobody, or before this was kept.
alter table snippets add column changed_by uuid;
alter table segments add column changed_by uuid;
alter table files add column changed_by uuid;
alter table newsletters add column authors jsonb not null default '{}';  -- by the name of the setting

-- What an email was made of when an approval was asked for or given: a hash for each part, by its name.
alter table emails add column approval_content jsonb;
