-- Letters that wait for a date of their own, which a clock that is set back does not change.
alter table letters add column is_scheduled boolean not null default false;
update letters set is_scheduled = true where kind in ('mail_gift', 'mail_ending', 'mail_gift_offer') and work_date > now();
