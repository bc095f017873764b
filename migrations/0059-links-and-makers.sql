-- Destructive: sign-in links that are still open end.
-- A mailed link is bound to the address that it was mailed to. Links from before do not say which that was.
delete from sign_in_links where by_mail;
alter table sign_in_links
  drop column by_mail,
  add column normal_address text;          -- that it was mailed to; null: printed for the machine's operator

-- A reader's link is over once the reader has another address.
alter table reader_links add column normal_address text;  -- of the subscriber when the link was requested
update reader_links set normal_address = subscribers.normal_address
from subscribers where subscribers.key = reader_links.subscriber_key;
alter table reader_links alter column normal_address set not null;

-- A key ends with the rights of whoever created it.
alter table api_keys add column created_by uuid;  -- id of the person or key; null: the command line, or unknown
