-- By which a process that starts knows which others have ended on its machine, and their leases.
alter table processes
  add column lease_mark text not null default '',  -- how its leases end
  add column realm text,                           -- where process_id counts: the start of the machine, and the container
  add column start text;                           -- when it began, by the kernel: numbers of processes are used again
