import type { domains as english } from '../../../../../src/platform/sentences/domains.ts';
import type { Translated } from '../../translated.ts';

export const domains: Translated<typeof english> = {
  publish_key: 'Diesen Eintrag veröffentlichen. Der Schlüssel signiert nichts, bis das DNS ihn zeigt.',
  other_key: 'Das DNS zeigt unter diesem Namen einen anderen Schlüssel. Durch diesen ersetzen.',
  next_key:
    'Dieser Schlüssel löst den signierenden ab, sobald der Eintrag im DNS steht. Bis dahin ändert sich nichts.',
  leave_key:
    'Diesen Eintrag wieder aufnehmen. Mails, die der stillgelegte Schlüssel signiert hat, sind noch unterwegs.',
  publish_alias:
    'Diesen Eintrag veröffentlichen. Er bleibt für immer: Die Schlüssel liegen in {zone}, und der Betreiber von Postrider ersetzt sie dort.',
  other_alias: 'Das DNS zeigt unter diesem Namen etwas anderes. Durch diesen Eintrag ersetzen.',
  zone_lacks_key:
    'Der Betreiber von Postrider muss diesen Eintrag in {zone} veröffentlichen. Sonst ist nichts zu tun.',
  aliases_in_use:
    'Beide Aliasse sind in Gebrauch: Ein Schlüssel signiert, ein anderer wartet oder wurde vor weniger als einer Woche stillgelegt. Später wieder versuchen oder jenen Schlüssel zuerst löschen.',
  key_destroyed:
    'Die private Hälfte dieses Schlüssels ist vernichtet; er kann nie wieder signieren. Neue Schlüssel erstellen.',
  no_zone:
    'is_delegated: Diese Installation hat keine Zone für Schlüssel. Zuerst DKIM_ZONE setzen oder das Feld weglassen.',
  return_path_missing:
    'Rückläufer gehen an diese Domain. Sie muss auf den Rechner zeigen, der auf BOUNCE_PORT lauscht.',
  return_path_elsewhere:
    'Rückläufer gehen an diese Domain, aber sie hat andere Mailserver als {installation}; deshalb kommen sie hier nicht an.',
  dmarc_missing: 'Große Postfachanbieter verlangen von Massenabsendern einen DMARC-Eintrag.',
  dmarc_several: 'Es gibt {count} Einträge, aber nur einer ist erlaubt.',
  dmarc_no_policy: 'Der Eintrag hat keine Richtlinie. p=none, p=quarantine oder p=reject ergänzen.',
  dns_late: 'Das DNS hat nicht rechtzeitig geantwortet.',
  dns_failed: 'Die DNS-Anfrage ist gescheitert ({code}).',
  inbox_only:
    'Mails bleiben im eingebauten Posteingang, weil kein Mailserver sie annimmt. SMTP_URL setzen oder einen Mailserver hinzufügen, um an andere zu senden.',
  spf_lookups: 'Er braucht mehr als {most} DNS-Abfragen; dort hören Empfänger auf.',
  spf_void: 'Mehr als {most} seiner DNS-Abfragen finden nichts.',
  spf_several: '{domain} hat {count} SPF-Einträge, aber nur einer ist erlaubt.',
  spf_open: 'Er endet nicht mit ~all oder -all.',
  spf_missing: 'Es gibt keinen SPF-Eintrag.',
  spf_advice: 'Nennt der Mailanbieter einen include:-Mechanismus, diesen anstelle von a: verwenden.',
  unsigned:
    'Mails sind nicht signiert: Dieser Newsletter hat keine DKIM-Schlüssel für seine Domain. In seinen Einstellungen erstellen (POST /v1/newsletters/{id}/dkim_keys) und die Einträge veröffentlichen, falls nicht der Mailserver signiert.',
  dkim_fault: 'DKIM: {fault:sentence}',
  spf_fault: 'SPF: {fault:sentence}',
  return_path_fault: 'Rückweg: {fault:sentence}',
  dmarc_fault: 'DMARC: {fault:sentence}',
  dmarc_reports_missing:
    'Mit dieser Adresse im DMARC-Eintrag melden Empfänger jeden Tag, wer Mails in diesem Namen sendet. Postrider liest die Berichte.',
  tls_reports_missing:
    'Mit diesem Eintrag melden Empfänger, wenn sich Mails an {domain} nicht verschlüsseln lassen. Postrider liest die Berichte.',
  mta_sts_missing:
    'Mit diesem Eintrag und einer Richtlinie unter https://mta-sts.{domain}/.well-known/mta-sts.txt verschlüsseln andere Server Mails an {domain} oder stellen sie nicht zu. Zuerst die Richtlinie veröffentlichen.',
  mta_sts_no_id:
    'Der Eintrag hat keine id aus bis zu 32 Buchstaben und Ziffern. Sie muss sich mit jeder Änderung der Richtlinie ändern.',
  policy_unreachable:
    'Die Richtlinie lässt sich nicht abrufen: {reason:sentence} Diesen Text dort veröffentlichen.',
  policy_status:
    'Die Adresse antwortet mit Status {status}, muss aber ohne Weiterleitung mit 200 antworten. Diesen Text dort veröffentlichen.',
  policy_version: 'Ihr fehlt die Zeile „version: STSv1“.',
  policy_type: 'Sie muss als text/plain ausgeliefert werden.',
  policy_mode: 'Ihr mode muss enforce, testing oder none sein.',
  policy_age: 'Ihr max_age muss eine Zahl von Sekunden bis {most:number} sein.',
  policy_mx: 'Sie nennt {host} nicht, der Mails für die Domain empfängt. Eine Zeile „mx: {host}“ ergänzen.',
  policy_not_enforced:
    'Der mode ist {mode}; noch wird nichts erzwungen. Auf enforce ändern, sobald keine Fehlerberichte mehr kommen.',
  policy_short: 'max_age auf mindestens {least:number} erhöhen: Eine kürzere Richtlinie ist bald vergessen.',
  bimi_missing:
    'Mit diesem Eintrag zeigen manche Postfachanbieter das Logo neben den Mails. Die meisten verlangen dafür auch ein Zertifikat (VMC oder CMC).',
  bimi_policy:
    'Anbieter zeigen ein Logo nur, wenn der DMARC-Eintrag der Domain p=quarantine oder p=reject für alle Mails sagt, auch für Subdomains.',
  bimi_declined: 'Der Eintrag sagt, dass kein Logo gezeigt werden soll.',
  bimi_address: 'Sein l= muss eine Adresse des Logos sein, die mit https:// beginnt.',
  bimi_no_certificate:
    'Der Eintrag nennt kein Zertifikat (a=). Gmail und Apple Mail zeigen das Logo nur mit einem (VMC oder CMC).',
  logo_unreachable: 'Das Logo lässt sich nicht abrufen: {reason:sentence}',
  logo_status: 'Die Adresse des Logos antwortet mit Status {status}, nicht 200.',
  logo_no_svg: 'Das Logo ist kein SVG-Bild.',
  logo_profile:
    'Das Logo ist kein SVG Tiny PS: Sein Wurzelelement braucht version="1.2" und baseProfile="tiny-ps".',
  logo_title: 'Das Logo braucht ein title-Element mit dem Namen der Organisation.',
  logo_doctype: 'Das Logo darf keinen DOCTYPE und keine Entities haben.',
  logo_element: 'Das Logo darf {name} nicht enthalten.',
  logo_reference: 'Das Logo darf auf nichts außerhalb seiner selbst verweisen.',
  logo_position: 'Das Wurzelelement des Logos darf kein x oder y haben.',
  logo_square: 'Das Logo sollte quadratisch sein: Seine viewBox ist es nicht.',
  permission_missing:
    'Das im DNS von {bounce_domain} veröffentlichen. Ohne den Eintrag senden Empfänger keine Berichte über {domain} dorthin.',
  own_mail_fails:
    'Das sind Mails von hier, aber sie bestehen für {domain} weder DKIM noch SPF. DKIM-Schlüssel für die Domain erstellen, ihre Einträge veröffentlichen und die Domain erneut prüfen.',
  own_mail_fails_partly:
    'Das sind Mails von hier, und manche bestehen für {domain} weder DKIM noch SPF. Prüfen, ob die Einträge der Domain im DNS stehen.',
  forwarded_mail:
    'Das sind Mails von hier, die jemand weiterleitet, etwa eine Mailingliste oder ein umgezogener Leser. Ihre Signatur zählt weiterhin; es ist nichts zu tun.',
  service_may_send: 'Dieser Dienst darf im Namen von {domain} senden: Seine Mails bestehen DKIM oder SPF.',
  service_fails_partly:
    'Dieser Dienst darf im Namen von {domain} senden, aber manche seiner Mails bestehen weder DKIM noch SPF. Wird er verwendet, dort DKIM für {domain} einrichten.',
  service_unknown:
    'Er sendet im Namen von {domain}, aber seine Mails bestehen weder DKIM noch SPF. Wird dieser Dienst verwendet, dort DKIM für {domain} einrichten. Wenn nicht, benutzt jemand diesen Namen: Mit der Richtlinie p=quarantine oder p=reject halten Empfänger solche Mails von den Lesern fern.',
  tls_certificate:
    'Das Zertifikat dieses Mailservers wird nicht angenommen. Erneuern und darauf achten, dass es den Server nennt und mit seiner Kette kommt.',
  tls_policy:
    'Die MTA-STS-Richtlinie der Domain lässt sich nicht abrufen oder verstehen. Sie muss unter https://mta-sts.{domain}/.well-known/mta-sts.txt liegen.',
  tls_dane:
    'Der TLSA-Eintrag dieses Mailservers passt nicht zu seinem Zertifikat. Den neuen veröffentlichen oder ihn entfernen.',
  tls_starttls: 'Dieser Mailserver bietet kein STARTTLS an.',
  tls_other: 'Mehr sagt der Empfänger nicht. Das Protokoll des Mailservers kann helfen.',
};
