/** Emails, their state, and who may send them. */
export const emails = {
  never_sent: 'status: an email that is {status} is never sent, so it needs no approval.',
  changed_since: 'modification_date: the email was changed at {date:time}. Check it again, then approve it.',
  cannot_approve:
    'Your own sends need approval, so you cannot approve others. Ask an owner or editor of the newsletter.',
  not_your_request: 'You can withdraw only your own requests. Ask an owner or editor of the newsletter.',
  no_request:
    'approval: nobody has asked for an approval of this email, or it was answered already. GET /v1/emails/{id} shows its state.',
  own_request: 'This request is yours. Take it back (DELETE /v1/emails/{id}/approval).',
  cannot_decline:
    'Your own sends need approval, so you cannot decline others. Ask an owner or editor of the newsletter.',
  number_taken: 'secondary_id: another email of this newsletter has this number. Use another one.',
  audience_misnamed:
    '{field}: emails have no such field, and without an audience an email goes to everybody. Use included_tags or filters; to mail one person, use {address}.',
  slug_taken: 'slug: {slug} is already in use. Choose another slug, or omit it.',
  ab_test_in_waves:
    'ab_test: an email with a reader_time cannot have a test, because people read it at different times. Set one of them to null.',
  ab_test_untracked:
    'ab_test: the newsletter does not count clicks, so a test decides nothing. Set track_clicks of the newsletter, or ab_test to null.',
  ab_test_opens_untracked:
    'ab_test: the newsletter does not count opens, so a test that measures them decides nothing. Set track_opens of the newsletter, or measure to clicks.',
  variant_invalid: 'ab_test.variants: number {number} cannot be used: {why:sentence}',
  second_try_made: 'This email has had its second try. Change that one (second_try_of), or delete it first.',
  not_first_status: 'status: an email cannot be created as {status}; use one of {statuses}.',
  date_in_future:
    'status: about_to_send means now, but publish_date is in the future. Use scheduled, or omit publish_date.',
  duplicate:
    'An email with the same subject, body, tags and type has been sent or will be. Change this one, or keep it as a draft.',
  date_missing: 'publish_date: a scheduled email needs a date. Send a timestamp in the future.',
  date_past:
    'publish_date: {date} is in the past. Send a timestamp in the future, or status about_to_send to send now.',
  approval_impossible:
    'Your sends need approval (bounds.needs_approval), which is not possible for this one. Ask an owner or editor of the newsletter to send it.',
  drafts_only: 'This key can only write drafts (bounds.drafts_only). Send the email with another key.',
  tags_needed:
    'included_tags: this key can mail only people with certain tags (bounds.tags: {tags}). Include one of these tags, or use filters that require one.',
  tags_lacking:
    'This key can mail only people with certain tags (bounds.tags: {tags}), and {count} of these people have none of them. Choose other people.',
  too_many_recipients:
    'The email would go to {total:recipient|recipients}, but the key may mail at most {most:number} with one send (bounds.most_recipients). Narrow the audience, or use another key.',
  too_many_today:
    'The email would go to {count:recipient|recipients}, but the key, together with the keys it goes back to or has created, may mail only {left:number} more within these 24 hours (bounds.most_recipients_a_day). Narrow the audience, wait, or use another key.',
  no_related:
    'related_email_ids: this newsletter has no email with the id {id}. Remove it, or create that email first.',
  template_name_taken: 'name: there is already a template “{name}”. Choose another name.',
  identifier_taken: 'identifier: {identifier} is already in use. Choose another.',
  snippets_too_long:
    'body: with its snippets, the body is longer than {most:number} characters. Use fewer snippets.',
  snippet_unreadable:
    'body: {text} cannot be read. Write snippets as {example}, without filters and not within another snippet.',
  subject_renders_empty: 'subject: the rendered subject is empty. Write something that every reader sees.',
  field_closed:
    '{field}: this field can no longer change, because the email is {status}. Omit it; these can: {open}.',
  not_in_approved: 'Some of them are not in the approved audience.',
  voided: 'Its content or audience has changed since it was approved, or the approval was withdrawn.',
  all_need_approval: 'All your sends need approval.',
  approval_needed:
    'This email would go to {total:recipient|recipients}. {why:sentence} Ask another person to approve it, or a program with another key (POST /v1/emails/{id}/approval), then repeat the request.',
  was_sending:
    'It was being sent when its newsletter was exported. Set status about_to_send to send it from here to those who are still planned; make sure first that it was stopped where it came from.',
  paused_by: 'Paused by {by}. {reason:sentence}',
  no_snippet: 'there is no snippet "{word}". Create it at /v1/snippets, or remove {example}.',
  answers_invalid: 'answers: {why:sentence}',
  no_survey: 'there is no survey "{word}". Create it at /v1/surveys, or remove {example}.',
  survey_answered:
    'answers: {count:reader has|readers have} answered this survey already, so its answers, type and cadence stay. Create another one.',
  changed_elsewhere:
    'If-Match: the email, or something that it is made of, has been changed since you retrieved it. Compare `current` with your request, then repeat it with the new ETag.',
  most_approved: 'At most {count:recipient is|recipients are} approved.',
  changed_since_approval: 'Its content or audience has changed since it was approved.',
  parts_changed: 'Its content or audience has changed since it was approved ({parts}).',
  parts_changed_more:
    'Its content or audience has changed since it was approved ({parts} and {more:number} more).',
  threshold: 'More than {count:recipient needs|recipients need} an approval (approval_threshold).',
  you_changed_email:
    'You requested the send or last changed the email, or the key that created yours did, so you cannot approve it. Another person, or a program with another key, has to approve it.',
  you_changed_part:
    'You last changed {part}, and nobody has requested an approval of the email since, so you cannot approve it. Another person, or a program with another key, has to approve it. Or ask its author to request an approval again.',
  counts_remain:
    'The deliveries of this email are no longer kept: they were deleted on {date}, as delivery_months of the newsletter says. Its counts are in GET /v1/emails/{id}/analytics.',
  nobody_added:
    'The deliveries of this email are no longer kept: they were deleted on {date}, as delivery_months of the newsletter says. Recipients cannot be added, because it is no longer known who got it. Create a new email with the same content.',
  newsletter_sending:
    'An email of this newsletter is {status}. Wait until it is sent, then delete the newsletter.',
  newsletter_sends:
    'An email of this newsletter is {status}. Delete it or make it a draft, then delete the newsletter.',
  cannot_become: 'status: an email that is {status} cannot become {to}. It can become {possible}.',
  cannot_become_mailed:
    'status: an email that is {status} cannot become {to} because some recipients have already been mailed. It can become {possible}.',
  never_again: 'status: an email that is {status} cannot become {to}. Create another email from its text.',
  never_again_mailed:
    'status: an email that is {status} cannot become {to} because some recipients have already been mailed. Create another email from its text.',
  in_sequences:
    'status: {sequences:sequence mails|sequences mail} this email and would leave out that step. Take it out of them, or delete them, first.',
  one_uncertain:
    '1 copy is uncertain: the hand-over was interrupted, and the mail server may or may not have it. Accept that, or send it again.',
  some_uncertain:
    '{count:number} copies are uncertain: the hand-over was interrupted, and the mail server may or may not have them. Accept that, or send them again.',
  sender_refused: '{count:copy was|copies were} refused because of the sender, not the recipient: {reason}',
  server_trouble:
    'The mail server does not accept mail at the moment. Postrider tries again until it does. {trouble:sentence}',
  send_needs_approval: 'The send needs approval.',
  preview_fewer: 'Send the preview to fewer people.',
} as const;
