-- The grants that one object of Stripe has given one after another: sub_1, sub_1/2, sub_1/3 …
create index grants_object on grants (newsletter_key, source, split_part(reference, '/', 1))
  where source in ('stripe', 'stripe_test');
-- When it happened at Stripe, so that a right which is read late begins when it was bought.
alter table payment_notices add column event_date timestamptz(3) not null default now();
create index payment_notices_object on payment_notices (account_key, object_id, event_date);
