import { counted, number } from '../counted.ts';
import type { payment_numbers as english } from '../payment-numbers.ts';
import type { Translated } from '../translated.ts';

const payers = (count: number) => counted(count, 'persona que paga', 'personas que pagan');

export const payment_numbers: Translated<typeof english> = {
  title: 'Dinero',
  all: 'Todas las cifras',
  period: 'Periodo',
  periods: { '30': '30 días', '90': '90 días', '365': 'Un año' },
  none: 'Nadie ha pagado aún.',
  each_month: 'cada mes',
  from: people => `de ${payers(people)}`,
  revenue_of: (amount, days) => `${amount} de ingresos en ${counted(days, 'día', 'días')}`,
  at_risk: (amount, people) =>
    `${amount} de ello, de ${payers(people)}, se puede perder pronto: el final está previsto o hay un pago pendiente.`,
  chart: 'Lo que entra cada mes, a lo largo del tiempo; la tabla de los días tiene los mismos números',
  change: 'Cómo cambió',
  people: 'Personas que pagan',
  amount: 'Cada mes',
  kinds: [
    ['new', 'Nuevas'],
    ['return', 'Volvieron'],
    ['expansion', 'Pagan más'],
    ['contraction', 'Pagan menos'],
    ['churn', 'Se fueron'],
  ],
  paid: 'Pagado',
  invoices: count => counted(count, 'factura', 'facturas'),
  refunded: 'Devuelto',
  revenue: 'Ingresos',
  people_churn: 'Parte de quienes pagan que se fue',
  money_churn: 'Parte del dinero que se perdió',
  unknown: 'nadie pagaba al principio',
  percent: share => `${number(Math.round(1000 * share) / 10)}\u00a0%`,
  table: 'Día a día',
  day: 'Día',
  emails: 'Correos que llevaron a pagos',
  email: 'Correo',
  untitled: 'Sin asunto',
  checkouts: 'Iniciaron el pago',
  bought: 'Pagaron',
  emails_note: 'El último correo en el que un lector hizo clic en la semana anterior.',
  save: 'Guardar como CSV',
  meaning:
    'Lo que entra cada mes: suscripciones pagadas o con pago pendiente, un año cuenta como una doceava parte, menos cupones que se repiten; sin impuestos, pruebas, planes en pausa ni pagos únicos. Pagado y devuelto son importes completos, con impuestos. Todo cuenta desde la conexión.',
};
