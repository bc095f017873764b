alter table emails
  drop constraint emails_approval_state,
  add constraint emails_approval_state
    check (approval_state in ('none', 'requested', 'approved', 'voided', 'declined')),
  add column approval_reason text not null default '';  -- why it was declined
