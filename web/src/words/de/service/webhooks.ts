import type { webhooks as english } from '../../../../../src/platform/sentences/webhooks.ts';
import type { Translated } from '../../translated.ts';

export const webhooks: Translated<typeof english> = {
  too_many:
    'Der Newsletter hat schon {most} Webhooks, mehr sind nicht erlaubt. Einen löschen, oder event_types bei einem vorhandenen ergänzen.',
  request_not_kept:
    'Die Anfrage dieses Versuchs wurde nicht aufbewahrt, weil eine ältere Version ihn machte. Das Ereignis mit der Sammelaktion replay_events erneut senden.',
  on_hold: 'Die Installation ist angehalten; Webhooks bekommen nichts. GET /v1/hold sagt, warum.',
  not_public:
    '{host} ({address}) liegt nicht im öffentlichen Internet. Gehört es zum eigenen Netz, die Adresse oder ihr Netz in ALLOWED_PRIVATE_NETWORKS eintragen.',
  https_needed: 'Die Adresse muss https verwenden, damit niemand die Anfragen unterwegs liest.',
  port_not_web: 'Port {port} ist kein Webport. Möglich sind {ports}.',
  failing_since: 'Seit {date:time} war kein Versuch erfolgreich. Der letzte: {reason:sentence}',
  was_enabled:
    'Er war eingeschaltet, wo sein Newsletter exportiert wurde. Den neuen Signaturschlüssel dem Empfänger geben, dann einschalten.',
  redirects:
    'Die Adresse hat {status} geantwortet, und Weiterleitungen werden nicht befolgt. url des Webhooks auf die neue Adresse setzen.',
  gone: 'Die Adresse hat 410 geantwortet: Sie möchte keine Ereignisse mehr.',
  no_email: 'email_ids: Der Newsletter hat keine E‑Mail {id}.',
  no_automation: 'automation_ids: Der Newsletter hat keine Automation {id}.',
  filter_names_missing: 'Die Bedingung zu {field} nennt etwas, das gelöscht wurde.',
  filter_failed:
    'Seine Filter lassen sich nicht anwenden. {fault:sentence} Die Filter ändern, dann einschalten.',
  answered: 'Die Adresse hat {status} geantwortet.',
};
