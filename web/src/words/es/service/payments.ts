import type { payments as english } from '../../../../../src/platform/sentences/payments.ts';
import type { Translated } from '../../translated.ts';

export const payments: Translated<typeof english> = {
  currency: 'usa las tres letras de una moneda en minúsculas, como usd',
  key_form:
    'usa una clave restringida de tu cuenta de Stripe, que empieza por rk_live_ o rk_test_: Desarrolladores, Claves de API, Crear clave restringida',
  choose_mode:
    'El boletín aún no está conectado con Stripe. Envía key con una clave restringida de tu cuenta, o mode con el valor practice para probarlo todo sin ella.',
  practice_has_no_key: 'key: una práctica no tiene cuenta, así que tampoco clave. Omite key u omite mode.',
  rights_missing: 'A la clave le faltan permisos. Edítala en el panel de Stripe y añade: {rights}.',
  refused: 'Stripe lo rechaza: {reason}',
  away: 'Stripe no responde: {reason} No se cambió nada. Inténtalo otra vez dentro de unos minutos.',
  no_page: 'Stripe no dio una página para este pago. Inténtalo otra vez dentro de unos minutos.',
  running:
    'Hay suscripciones activas en Stripe ({count}), y nadie notaría ya si sus lectores pagan. Termínalas antes en el panel de Stripe. Una clave nueva de la misma cuenta no necesita nada de esto.',
  test_over: 'Venía de la práctica o del modo de prueba.',
  not_connected:
    'Este boletín no está conectado con Stripe. PUT /v1/payments lo conecta con una clave, o con mode practice sin cuenta.',
  amount_missing: 'amount: un precio que no es pay-what-you-want necesita un importe mayor que 0.',
  cadence_refused: 'cadence: aquí no se ofrecen precios por correo. Usa year, month, week o one-time.',
  style_refused: 'style: aquí no se ofrecen precios por uso. Usa fixed o pay-what-you-want.',
  choice_is_one_time:
    'cadence: en Stripe, los lectores solo pueden elegir un importe para un pago único. Usa one-time.',
  maximum_too_high: 'maximum_amount: usa 99999999 como mucho.',
  minimum_not_less: 'minimum_amount: debe ser menor que maximum_amount.',
  suggestion_out_of_range: 'suggested_amount: debe estar entre minimum_amount y maximum_amount.',
  product_gone: 'product_id: la cuenta de Stripe no tiene ese producto activo.',
  default_price: 'Este es el precio predeterminado de su producto. Elige antes otro en el panel de Stripe.',
  on_hold:
    'La instalación tiene los envíos detenidos, así que no se cambia nada en Stripe. GET /v1/hold dice por qué.',
};
