-- Which Postrider brought the database to its form: older code says that this one is needed.
alter table installation add column version text not null default '0.1.0';  -- until here there was no other
