/** The reasons why an email that is being sent waits. */
export const waits = {
  slow_server: 'The mail server takes long to answer some messages. Others continue meanwhile.',
  rate_used: 'The newsletter has used up its sending rate for the moment. Sending continues by itself.',
  silent: 'The mail server has not answered for {seconds:second|seconds}. Messages waiting: {count}.',
  warm_up_left: 'Waits for the warm-up plan: {left:copy is|copies are} left. The next go out on {next}.',
  mail_server: 'The mail server does not accept mail at the moment. Postrider tries again until it does.',
  for_domain:
    '{count:person waits|people wait} at {domain}, because only so many messages a second may go to one domain.',
  refused:
    '{count:person waits|people wait} at {domain}, which has refused us, asked us to slow down or kept us waiting. It gets a few messages at a time.',
  refused_because:
    '{count:person waits|people wait} at {domain}, which has refused us, asked us to slow down or kept us waiting ("{reply}"). It gets a few messages at a time.',
  for_plan: '{count:person waits|people wait} for the warm-up plan, which allows no more copies today.',
  for_plan_at:
    '{count:person waits|people wait} at {domain} for the warm-up plan, which allows no more copies to this domain today.',
  again:
    '{count:person waits|people wait} for another attempt, because their mail servers could not take the message the first time.',
  wave: '{count:person gets|people get} it later, when it is that time where they are.',
  test: '{count:person waits|people wait} for the decision of the A/B test.',
  stalled: '{words:sentence} Messages waiting like this: {count}. Others continue.',
} as const;
