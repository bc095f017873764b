/** Sequences, and the people inside them. */
export const sequences = {
  approval_needed:
    'Your sends need approval. Ask an owner or editor of the newsletter to approve this sequence as it is now (POST /v1/automations/{id}/approval), then repeat the request.',
  cannot_approve: 'Your own sends need approval, so you cannot approve others.',
  own_approval:
    'You last changed or activated this sequence, or the key that created yours did. Another person, or a program with another key, has to approve it.',
  too_many: 'The newsletter already has {most} sequences, the maximum. Delete one that is not needed.',
  no_trigger: 'trigger: {name} does not exist here; did you mean {nearest}?',
  no_action: '{field}.type: {type} does not exist here. Use one of {types}.',
  action_unsuited: '{field}.type: {type} does not go with the trigger {trigger}. Use one of {types}.',
  moves_people:
    'hash: this moves people who are inside. Send it with dry_run true first, look at who moves where, and repeat the hash.',
  other_edit:
    'hash: this is not the change that the dry run was of, or the sequence has been changed since. Send it with dry_run true again.',
  inactive: 'status: the sequence is inactive. Activate it first (PATCH with status active).',
  concerns_nobody: 'subscribers: this sequence concerns nobody in particular ({trigger}). Send no body.',
  for_whom:
    'subscribers: say for whom, either with subscribers (ids or addresses) or with filters (an empty group is everybody).',
  too_many_people: 'filters: they select more than {most} people. Start them in parts.',
  not_own:
    'With bounds, you can do this only in sequences that you have activated yourself. Ask an owner or editor of the newsletter.',
  no_date: 'trigger_date: say which date triggers it, such as {example}.',
  other_newsletter:
    'newsletter_id: this has to be another newsletter here, and an owner or editor of both has to set it up.',
  email_not_draft:
    'email_id: this email is {status}. Use one that is a draft: a sequence mails it to one person after another, so it is not sent as an issue.',
  no_email: 'email_id: this newsletter has no email with this id.',
  no_mail: 'metadata: name an email with email_id, or send subject and body.',
  passage_over: 'status: this passage is over ({status}), so nothing of it can change.',
  no_attempt:
    'This subscriber has no step of a sequence with this id. GET /v1/subscribers/{id_or_email}/automations lists them.',
  step_done: 'status: this step is done, or the passage is over, so it cannot be skipped.',
  active_elsewhere: 'It was active where its newsletter was exported. Activate it to go on from here.',
  email_paused: 'The email is paused.',
  not_theirs: 'The person who activated this is not an owner or editor of the other newsletter.',
} as const;
