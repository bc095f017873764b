-- Newsletters of the installation that the manage page offers, if they name this one as well.
alter table newsletters add column sister_newsletters jsonb not null default '[]';
