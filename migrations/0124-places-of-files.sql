-- Where each running process keeps uploaded files, so that two that keep them in different places are noticed.
alter table processes add column files_place text not null default '';  -- '': of a version that does not say
