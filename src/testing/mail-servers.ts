import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { certificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A mail server of the distribution that accepts mail for example.net over TLS. The user is `ada` with the password `right`. */
export type MailServer = {
  port: number;
  /** Returns the delivered messages, including headers. */
  delivered(): string;
  stop(): Promise<void>;
};

type Kind = 'postfix' | 'exim4' | 'smtp-sink';

/** Returns the reason why the server cannot run here; false if it can. */
export function missing(program: Kind): string | false {
  if (!findProgram(program)) return `${program} is not installed`;
  return program !== 'smtp-sink' && process.getuid?.() !== 0 ? `${program} must be started by root` : false;
}

/** Starts a server that refuses gone@example.net at RCPT, and the sender bad@example.org. */
export async function startMailServer(kind: Exclude<Kind, 'smtp-sink'>): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), `postrider-${kind}-`));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 });
  const { stop, mail } = await { postfix: startPostfix, exim4: startExim }[kind](folder, port);
  const server = {
    port,
    delivered: () => readAll(mail),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return untilItAnswers(server);
}

/** Starts Postfix's test server, with its options for faults. `delivered` counts its dump. */
export async function startSmtpSink(...options: string[]): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-smtp-sink-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const mail = join(folder, 'dump');
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = run(findProgram('smtp-sink')!, [
    ...user,
    ...options,
    '-D',
    mail,
    `inet:127.0.0.1:${port}`,
    '100',
  ]);
  return untilItAnswers({
    port,
    delivered: () => readAll(mail),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function untilItAnswers(server: MailServer): Promise<MailServer> {
  try {
    await until('the mail server answers', () => answers(server.port));
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Started = { mail: string; stop(): Promise<void> };

async function startExim(folder: string, port: number): Promise<Started> {
  const user = 'Debian-exim';
  const mail = join(folder, 'mail');
  const config = join(folder, 'exim.conf');
  const [uid, gid] = idsOf(user);
  for (const name of ['spool', 'log', 'mail']) ownedFolder(join(folder, name), uid, gid);
  chownSync(join(folder, 'key.pem'), uid, gid);
  writeFileSync(
    config,
    `primary_hostname = localhost
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
queue_run_max = 1
acl_smtp_mail = from
acl_smtp_rcpt = to
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
deliver_drop_privilege = true
begin acl
from:
  deny message = 5.7.1 not you
       senders = bad@example.org
  accept
to:
  deny message = 5.1.1 no such user
       recipients = gone@example.net
  accept authenticated = *
         domains = example.net
  deny message = relay not permitted
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  file = ${mail}/box
  user = ${user}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{ada}}{eq{$auth3}{right}}}}
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = User : Password
  server_condition = \${if and{{eq{$auth1}{ada}}{eq{$auth2}{right}}}}
`,
  );
  const child = run(findProgram('exim4')!, ['-bdf', '-q1m', '-C', config]);
  return { mail, stop: () => end(child) };
}

async function startPostfix(folder: string, port: number): Promise<Started> {
  const mail = join(folder, 'mail');
  const [uid, gid] = idsOf('postfix');
  const [nobody] = idsOf('nobody');
  mkdirSync(join(folder, 'queue'));
  ownedFolder(join(folder, 'data'), uid, gid);
  ownedFolder(mail, nobody, nobody);
  const logins = await startLogins();
  const login_port = (logins.address() as AddressInfo).port;
  writeFileSync(
    join(folder, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
multi_instance_enable = yes
maillog_file = /var/log/postrider-postfix-test.log
myhostname = localhost
mydestination =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = example.net
virtual_mailbox_base = ${mail}
virtual_mailbox_maps = static:box
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_mailbox_limit = 0
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${login_port}
smtpd_sender_restrictions = check_sender_access inline:{ { bad@example.org = REJECT } }
smtpd_recipient_restrictions = check_recipient_access inline:{ { gone@example.net = 550 5.1.1 no such user } }, permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
`,
  );
  // Service, type, private, unprivileged, chroot, wake-up time, process limit, program.
  writeFileSync(
    join(folder, 'master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`,
  );
  const postfix = (word: string) =>
    spawnSync(findProgram('postfix')!, ['-c', folder, word], { stdio: 'ignore' });
  postfix('start');
  return {
    mail,
    async stop() {
      postfix('stop');
      logins.close();
      rmSync('/var/log/postrider-postfix-test.log', { force: true });
    },
  };
}

/** Checks logins for Postfix, by Dovecot's authentication protocol, version 1.1. */
async function startLogins(): Promise<Server> {
  const server = createServer(socket => {
    let id = '';
    let told: string[] = [];
    socket.on('error', () => {});
    socket.write(
      'VERSION\t1\t1\nMECH\tPLAIN\tplaintext\nMECH\tLOGIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t00\nDONE\n',
    );
    socket.setEncoding('utf8').on('data', text => {
      for (const line of String(text).split('\n')) {
        const [word, request = '', ...rest] = line.split('\t');
        if (word !== 'AUTH' && word !== 'CONT') continue;
        if (word === 'AUTH') [id, told] = [request, [rest[0]!]];
        const answer = word === 'CONT' ? rest[0] : rest.find(part => part.startsWith('resp='))?.slice(5);
        if (answer !== undefined) told.push(Buffer.from(answer, 'base64').toString());
        const [mechanism, ...words] = told;
        if (mechanism === 'LOGIN' && words.length < 2)
          socket.write(
            `CONT\t${id}\t${Buffer.from(words.length === 0 ? 'User' : 'Password').toString('base64')}\n`,
          );
        else socket.write(`${/^\0?ada\0right$/.test(words.join('\0')) ? 'OK' : 'FAIL'}\t${id}\tuser=ada\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.unref();
}

function run(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { stdio: process.env.MAIL_SERVER_LOG ? 'inherit' : 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map(folder => join(folder, name))
    .find(path => existsSync(path));
}

function idsOf(user: string): [number, number] {
  const id = (option: string) => Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout);
  return [id('-u'), id('-g')];
}

function ownedFolder(path: string, uid: number, gid: number) {
  mkdirSync(path);
  chownSync(path, uid, gid);
}

/** Returns true if the port accepts connections. The tests check what the server says. */
function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

function readAll(path: string): string {
  if (!existsSync(path)) return '';
  if (statSync(path).isFile()) return readFileSync(path, 'latin1');
  return readdirSync(path)
    .map(name => readAll(join(path, name)))
    .join('\n');
}
