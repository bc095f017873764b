import type { sequence_letters as english } from '../sequence-letters.ts';
import type { Translated } from '../translated.ts';

export const sequence_letters: Translated<typeof english> = {
  welcome: [
    {
      subject: 'Te damos la bienvenida a {{ newsletter.name }}',
      body: 'Hola:\n\nqué bien que estés aquí. Esto es lo que puedes esperar de mí, y cada cuánto.\n\nSi quieres, responde a esta carta y cuéntame qué te trajo aquí. Leo todas las respuestas.',
    },
    {
      subject: 'Las tres piezas para empezar',
      body: 'Hola de nuevo:\n\nlos lectores nuevos suelen preguntar por dónde empezar. Estas tres piezas son las que más gustaron:\n\n1. \n2. \n3. ',
    },
    {
      subject: 'Una pregunta para ti',
      body: 'Hola:\n\nya llevas una semana leyendo. ¿Sobre qué te gustaría leer más? Responde con una o dos líneas; me ayuda a elegir.',
    },
  ],
  lesson: day => ({
    subject: `Día ${day}: `.trim(),
    body: `Buenos días:\n\neste es el día ${day} de siete.\n\n## De qué trata\n\n\n\n## Pruébalo\n\n`,
  }),
  win_back: [
    {
      subject: '¿Sigue siendo para ti?',
      body: 'Hola:\n\nhace tiempo que no sigues un enlace de aquí. Esto es lo que te has perdido:\n\n- \n\nSi quieres quedarte, sigue cualquiera de estos enlaces. Si no, también está bien: el enlace de baja está abajo.',
    },
    {
      subject: '¿Dejo de escribirte?',
      body: 'Hola:\n\nno quiero llenar tu bandeja con lo que no lees. Si quieres seguir recibiendo mis cartas, sigue un enlace de esta.',
    },
  ],
  birthday: {
    subject: '¡Feliz cumpleaños!',
    body: 'Hola:\n\nte deseo un año maravilloso. Gracias por leer.',
  },
  thanks: [
    {
      subject: 'Gracias',
      body: 'Hola:\n\ngracias por pagar por {{ newsletter.name }}. Tú lo haces posible. Esto es lo que puedes leer ahora y otros no:\n\n- ',
    },
    {
      subject: 'Un mes después',
      body: 'Hola:\n\nllevas un mes apoyando {{ newsletter.name }}. ¿Encuentras lo que esperabas? Responde con una línea; leo todas las respuestas.',
    },
  ],
};
