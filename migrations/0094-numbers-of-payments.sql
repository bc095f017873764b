-- Invoices that were paid and refunds are read too: they are the revenue.
alter table payment_objects drop constraint payment_objects_kind_check;
alter table payment_objects add constraint payment_objects_kind_check
  check (kind in ('subscription', 'checkout', 'invoice', 'refund'));
-- Whether the product of the object belonged to the newsletter when it was read.
alter table payment_objects add column in_scope boolean not null default true;
alter table payment_reads add column in_scope boolean not null default true;
-- What a subscription brings each month, in the smallest unit of its currency.
alter table payment_objects add column worth bigint not null default 0;
create index payment_objects_money on payment_objects (account_key, kind) where kind in ('invoice', 'refund');

-- By how much a read has changed what comes in each month. Append-only: the sum of all is what comes in now.
create table payment_movements (
  read_key bigint primary key references payment_reads on delete cascade,
  account_key integer not null references payment_accounts on delete cascade,
  customer_id text not null,
  currency text not null,
  move_date timestamptz(3) not null,
  amount bigint not null                                  -- in the smallest unit of the currency
);
create index payment_movements_account on payment_movements (account_key, read_key);
