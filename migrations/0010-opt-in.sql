-- A confirmation mail has been asked for and not been handed over yet. Its job carries an id only and looks here.
alter table subscribers add column confirmation_mail_due boolean not null default false;
-- When a reminder of it was last asked for; the first mail is none.
alter table subscribers add column reminder_date timestamptz(3);
