import type { network as english } from '../../../../../src/platform/sentences/network.ts';
import type { Translated } from '../../translated.ts';

export const network: Translated<typeof english> = {
  no_host: 'L’hôte n’existe pas (DNS).',
  dns_temporary: 'La requête DNS a échoué temporairement.',
  refused: 'La connexion a été refusée : rien n’écoute à cet endroit.',
  closed: 'Le serveur a fermé la connexion.',
  host_unreachable: 'L’hôte est injoignable.',
  unreachable: 'Le réseau est injoignable.',
  timed_out: 'La connexion a expiré.',
  certificate_expired: 'Le certificat TLS a expiré.',
  certificate_early: 'Le certificat TLS n’est pas encore valable.',
  certificate_self_signed: 'Le certificat TLS est autosigné.',
  certificate_untrusted: 'Le certificat TLS est signé par une autorité non reconnue.',
  certificate_incomplete:
    'Le certificat TLS ne peut pas être vérifié : des certificats intermédiaires manquent.',
  certificate_other_host: 'Le certificat TLS est celui d’un autre hôte.',
  tls_failed: 'La connexion TLS a échoué.',
  no_address: '« {text} » n’est pas une adresse. Utilisez-en une comme https://example.org/feed.',
  protocol_unsupported: 'Les adresses {protocol} ne peuvent pas être lues. Utilisez https: ou http:.',
  host_without_address: 'L’hôte n’a pas d’adresse (DNS).',
  port_not_web: 'Le port n’est pas un port web. Seuls ceux-ci sont permis : {ports}.',
  not_public:
    '{place} n’est pas sur l’internet public. Si c’est à vous, ajoutez-le ou son réseau à ALLOWED_PRIVATE_NETWORKS.',
  encoding_unasked: 'Le serveur a utilisé l’encodage « {coding} », qui n’était pas demandé.',
  response_too_large: 'La réponse dépasse {limit}.',
  headers_too_large: 'Les en-têtes de la réponse sont trop grands.',
  cancelled: 'La requête a été annulée.',
  encoding_wrong: 'Le corps ne correspond pas à son Content-Encoding.',
  compression_incomplete: 'Le corps compressé est incomplet.',
  not_http: 'La réponse n’est pas du HTTP valide ({message}).',
  failed: 'La requête a échoué : {reason}.',
  redirects_often: 'L’adresse redirige plus de {times:fois|fois}.',
  redirects_loop: 'L’adresse redirige en boucle.',
  redirects_insecure:
    'L’adresse redirige de https vers http, ce qui n’est pas sûr. Utilisez une adresse qui reste en https.',
  not_complete: 'La réponse n’était pas complète à temps.',
  no_response: 'Le serveur n’a pas répondu à temps.',
  redirects_invalid: 'L’adresse redirige vers une adresse non valide.',
};
