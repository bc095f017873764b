import type { signOn as english } from '../sign-on.ts';
import type { Translated } from '../translated.ts';

export const signOn: Translated<typeof english> = {
  provider: name => `Iniciar sesión con ${name}`,
  provider_going: name => `Vas de camino a ${name}…`,
  provider_back: 'Iniciando tu sesión…',
  provider_tab: name => `${name} se abre en otra pestaña. Esta página queda como está.`,
  provider_done: 'Has iniciado sesión. Cierra esta pestaña y sigue donde estabas.',
  start_again: 'Empezar otra vez',
  or: 'o',
  from_group: group => `rol del grupo ${group.replace(/^groups:/, '')}`,
  back_with_group: group =>
    `El grupo ${group.replace(/^groups:/, '')} le da su rol, así que vuelve la próxima vez que inicie sesión. Quítalo antes del grupo.`,
  disconnect: 'Desconectar del inicio de sesión único',
  disconnected: 'Desconectado. Sus sesiones desde allí se han cerrado.',
  accounts: 'Cuentas en otros sitios',
  accounts_note: name =>
    name === null ? 'Inicias sesión con estas cuentas.' : `Inicia sesión con tu cuenta de ${name}.`,
  connect: name => `Conectar ${name}`,
  disconnect_one: 'Desconectar',
  by_proxy: 'Nombrado por el proxy',
};
