-- When a key was last used, to the minute.
alter table api_keys add column last_used_date timestamptz(3);

-- What belongs to the installation and to no newsletter needs a permission of its own. The key that the first start
-- made has it, and so do those that a start made of API_KEY.
update api_keys
set permissions = permissions || '{"installation": "write"}'
where newsletter_key = (select min(key) from newsletters)
  and (
    key = (select min(key) from api_keys where newsletter_key = (select min(key) from newsletters))
    or (
      name = 'API_KEY'
      and permissions @> '{"emails": "write", "sending": "write", "subscribers": "write", "automations": "write", "bulk_actions": "write", "settings": "write"}'
    )
  );

-- Whose mail it is: the id of a newsletter, or null for mail of none. What came before this migration is of none.
alter table inbox_messages add column owner uuid;
