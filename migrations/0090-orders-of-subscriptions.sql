-- What the team wants of a subscription and Stripe has not been asked for yet: that it ends, pauses, or has another price.
alter table payment_objects add column ordered jsonb;
create index payment_objects_ordered on payment_objects (key) where ordered is not null;
-- Drifts of which the owner has been told, as "kind sub_1".
alter table payment_accounts add column drifts_told text[] not null default '{}';
