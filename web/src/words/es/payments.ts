import { counted, number } from '../counted.ts';
import type { payments as english } from '../payments.ts';
import type { Translated } from '../translated.ts';

export const payments: Translated<typeof english> = {
  title: 'Pagos',
  owners: 'Solo los propietarios ven los pagos',
  owners_detail: 'Pregunta a un propietario del boletín, que también puede dejar que los editores los vean.',

  begin: 'Los lectores pueden pagar por tu boletín',
  begin_detail:
    'Pagan a través de tu propia cuenta de Stripe, y Postrider no se queda con nada. Los números de pago y las páginas de tu archivo para quienes pagan se abren entonces solos para ellos.',
  practise: 'Probarlo sin una cuenta',
  practise_detail:
    'Una práctica tiene dos precios y una página de pago en la que haces de lector. No se cobra nada, y todo el acceso que da termina al conectar con Stripe. Practica antes de que el boletín tenga números de pago: cualquiera que encuentre los planes puede tomar uno.',
  practise_act: 'Empezar una práctica',
  practised: 'La práctica está lista. Abre los planes y compra uno.',
  with_key: 'Conecta tu cuenta de Stripe',
  replace_key: 'Conectar con otra clave',
  steps: [
    'Si aún no tienes una cuenta de Stripe, crea una en stripe.com. Stripe te pide allí tu cuenta bancaria.',
    'Abre abajo la página de Stripe para una clave nueva. El nombre y los permisos ya están rellenados; compáralos con la lista y crea la clave.',
    'Copia la clave, que empieza por rk_live_ o rk_test_, y pégala aquí.',
  ],
  new_key: 'Crear la clave en Stripe',
  new_test_key: 'o una clave de modo de prueba',
  rights: 'Los permisos de la clave',
  right_has: 'lo tiene',
  right_missing: 'falta',

  key: 'Clave restringida',
  key_hint:
    'Se cifra en la base de datos y nunca se vuelve a mostrar. Una clave de modo de prueba no cobra a nadie.',
  check: 'Comprobar la clave',
  key_missing: count =>
    `Permisos que le faltan a la clave: ${number(count)}. Edítala en el panel de Stripe, en Desarrolladores y Claves de API, y compruébala otra vez.`,
  key_good: (mode, account) =>
    `La clave tiene todos los permisos. Es de modo ${mode === 'live' ? 'real' : 'de prueba'}${account ? ` y de la cuenta ${account}` : ''}.`,
  connect: 'Conectar',
  connected: 'El boletín está conectado con Stripe.',

  modes: { none: '', practice: 'Práctica', test: 'Modo de prueba', live: 'Real' },
  mode_says: {
    none: '',
    practice: 'Esto es una práctica: no se cobra nada.',
    test: 'Este es el modo de prueba de Stripe: no se cobra nada.',
    live: 'Los lectores pagan dinero de verdad a tu cuenta.',
  },
  account: id => `Cuenta ${id}`,
  answered: 'Stripe respondió el',
  pushed: 'Los cambios se conocen en segundos.',
  polled: 'Los cambios se conocen en cinco minutos.',
  failing: 'Stripe no responde desde el',
  failing_detail:
    'Nadie pierde nada durante tres días después del final conocido. Postrider sigue intentándolo; dijo:',

  plans: 'Qué pueden comprar los lectores',
  plans_note:
    'Enlaza esta página donde quieras. Los avances y las páginas de pago de tu archivo llevan a ella por sí solos.',
  copy_address: 'Copiar la dirección de los planes',
  no_plans: 'Aún no hay nada que comprar. Crea antes un precio.',
  new_price: 'Precio nuevo…',
  price_title: 'Precio nuevo',
  price_act: 'Crear el precio',
  price_made: 'Los lectores ya pueden comprarlo.',
  cadences: { month: 'cada mes', year: 'cada año', week: 'cada semana', 'one-time': 'una vez' },
  cadence: 'Se paga',
  cadence_choices: {
    month: 'Cada mes',
    year: 'Cada año',
    week: 'Cada semana',
    'one-time': 'Una vez',
  },
  style: 'Quién fija el importe',
  styles: { fixed: 'Tú', 'pay-what-you-want': 'Los lectores' },
  style_hint: 'Stripe solo ofrece importes que eligen los lectores para pagos únicos.',
  amount: 'Importe',
  amount_wrong: 'Escribe un importe como 5 o 4.50.',
  currency: 'Moneda',
  minimum: 'Mínimo',
  suggested: 'Sugerido',
  description: 'Nombre',
  description_hint: 'Los lectores lo ven donde eligen, por ejemplo «Mecenas». Puede quedar vacío.',
  from: amount => `desde ${amount}`,
  chosen: 'los lectores eligen el importe',
  archive: 'Archivar…',
  archive_title: price => `¿Archivar ${price}?`,
  archive_detail: 'Nadie podrá comprarlo ya. Los lectores que lo pagan lo conservan y siguen pagándolo.',
  archive_act: 'Archivar',
  archived: 'Nadie puede comprarlo ya.',
  archive_one: price => `Archivar ${price}…`,
  coupons: 'Cupones',
  coupons_note:
    'Los cupones y sus códigos se crean en el panel de Stripe, en Catálogo de productos y Cupones. Los lectores escriben un código en la página de pago.',
  no_coupons: 'Tu cuenta no tiene cupones.',
  percent_off: percent => `${percent}\u00a0% de descuento`,
  amount_off: amount => `${amount} de descuento`,
  to_coupons: 'Cupones en el panel de Stripe',

  agrees: '¿Coincide con Stripe?',
  agrees_note: 'Una vez al día, Postrider compara cada suscripción que tiene Stripe con lo que hay aquí.',
  agree: (agreed, compared) =>
    compared === 0
      ? 'Stripe aún no tiene suscripciones'
      : `${number(agreed)} de ${number(compared)} coinciden`,
  never_compared: 'Aún sin comparar.',
  outside: count =>
    `${counted(count, 'suscripción de la cuenta pertenece a otros productos y no se toca', 'suscripciones de la cuenta pertenecen a otros productos y no se tocan')}.`,
  compare: 'Comparar ahora',
  compared: (agreed, compared) => `${number(agreed)} de ${number(compared)} coinciden.`,
  drifts: 'Qué difiere',
  drift_kinds: {
    differs: 'No es igual aquí que en Stripe',
    unknown: 'Aún no se conoce aquí',
    vanished: 'Ya no está en Stripe',
    two_running: 'Paga dos veces',
    without_subscriber: 'Paga, pero no se sabe que nadie de aquí sea este cliente',
    foreign_fee: 'Otro servicio se queda con una parte de cada pago',
    other_currency: 'En otra moneda que la habitual',
  },
  drift_acts: {
    differs: 'No tienes que hacer nada: se está leyendo otra vez.',
    unknown: 'No tienes que hacer nada: se está leyendo.',
    vanished: 'No tienes que hacer nada: se está leyendo otra vez.',
    two_running: 'Termina una de las dos en Stripe y devuelve lo que se pagó por ella.',
    without_subscriber: 'Enlázala abajo, en «Suscripciones que empezó otro servicio».',
    foreign_fee:
      'Pide a ese servicio que quite su comisión sin terminar la suscripción. No desconectes Stripe en sus ajustes.',
    other_currency: 'No tienes que hacer nada si tienes precios en varias monedas.',
  },
  to_person: 'El suscriptor',
  to_stripe: 'En Stripe',
  more_drifts: count => `y ${number(count)} más`,

  adopt: 'Suscripciones que empezó otro servicio',
  adopt_note:
    'Substack, Ghost, Buttondown y beehiiv llenan tu cuenta de Stripe. Importa antes los suscriptores y enlaza después lo que pagan. En Stripe no cambia nada: a nadie se le cobra dos veces y nadie pierde un día.',
  adopt_open: 'Buscarlas…',
  adopt_title: 'Suscripciones que empezó otro servicio',
  adopt_none: 'Stripe no tiene ninguna suscripción activa sin enlazar.',
  adopt_found: (found, linked) =>
    `${counted(found, 'suscripción activa', 'suscripciones activas')}; ${counted(linked, 'está enlazada con un suscriptor o lo estaría', 'están enlazadas con un suscriptor o lo estarían')}.`,
  adopt_matches: {
    linked: 'Ya enlazada',
    customer: 'La importación conservó el id del cliente',
    address: 'Un suscriptor tiene la misma dirección',
    none: 'Nadie aquí tiene esta dirección o este id de cliente',
  },
  adopt_does: {
    linked: '',
    customer: 'se enlazará',
    address: 'se enlazará si lo eliges abajo',
    none: 'queda como está: importa o añade antes al suscriptor',
  },
  adopt_ends: 'termina con su periodo, y así seguirá',
  adopt_fee: percent => `el ${percent}\u00a0% de cada pago sigue yendo a otro servicio`,
  adopt_fees: count =>
    `${counted(count, 'suscripción sigue', 'suscripciones siguen')} pagando una parte al servicio anterior. Pídele que quite su comisión sin terminar las suscripciones, y no desconectes Stripe en sus ajustes: eso puede terminarlas y devolver su dinero.`,
  adopt_by_address: 'Enlazar también por dirección',
  adopt_by_address_hint: 'Mira antes la lista: quien tiene la dirección lee lo que paga el cliente.',
  adopt_act: 'Enlazarlas',
  adopted: count => `${counted(count, 'suscripción está enlazada', 'suscripciones están enlazadas')} ahora.`,
  nobody: 'sin dirección',

  settings: 'Ajustes',
  products: 'Productos que pertenecen a este boletín',
  products_hint:
    'Solo se ofrecen sus precios, y solo sus suscripciones dan acceso. Todo lo demás de la cuenta no se toca.',
  no_products: 'La cuenta no tiene productos. El primer precio crea uno.',
  grace: 'Días de margen',
  grace_hint:
    'Durante cuánto tiempo sigue leyendo todo alguien cuyo pago falla. Mientras tanto, Stripe vuelve a probar la tarjeta.',
  trial: 'Días de prueba',
  trial_hint: 'Durante cuánto tiempo no cuesta nada una suscripción nueva. 0: sin prueba.',
  unsubscribing: 'Cuando alguien que paga se da de baja de los correos',
  unsubscribings: {
    end: 'el plan acaba con lo pagado, y puede retomarlo',
    keep: 'el plan sigue, y aún puede iniciar sesión para leer',
  },
  tax: 'Impuestos',
  taxes: {
    none: 'Me ocupo yo',
    stripe_tax: 'Los calcula Stripe Tax',
    managed: 'Stripe es el vendedor y se ocupa (Managed Payments)',
  },
  tax_hint: 'Stripe Tax y Managed Payments se configuran antes en el panel de Stripe.',
  usual_currency: 'Moneda habitual',
  usual_currency_hint: 'Tres letras, como usd o eur: la de los precios nuevos.',

  disconnect: 'Desconectar',
  disconnect_note: 'La conexión termina aquí; en Stripe no cambia nada.',
  disconnect_ask: 'Desconectar…',
  disconnect_title: '¿Desconectar de Stripe?',
  disconnect_practice:
    'Todo el acceso que dio termina ahora, como si no hubiera existido. No se cobró a nadie.',
  disconnect_live:
    'Se rechaza mientras haya suscripciones activas: nadie notaría ya quién paga, y Stripe seguiría cobrando. Termínalas antes en Stripe; lo pagado dura hasta su final. Para cambiar solo la clave, conecta con otra.',
  disconnect_act: 'Desconectar',
  disconnected: 'El boletín ya no está conectado.',
};
