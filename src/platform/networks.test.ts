import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublic, isWithin, networkOf, parseNetworks } from './networks.ts';

test('no special-purpose address is public, whatever its notation', () => {
  const special = [
    '0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255',
    '192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1',
    '255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1',
    'fe80::1%lo fec0::1 ff02::1 4000::1',
  ].flatMap(line => line.split(' '));
  assert.deepEqual(special.filter(isPublic), []);
});

test('addresses of the public internet are public', () => {
  const some =
    '8.8.8.8 93.184.216.34 172.32.0.1 100.128.0.1 ::ffff:8.8.8.8 2606:4700::6810:84e5 2a00:1450::1';
  assert.deepEqual(some.split(' ').filter(isPublic), some.split(' '));
});

test('a network is a block or a single address, and IPv4 inside IPv6 counts as IPv4 on both sides', () => {
  const networks = parseNetworks(['10.0.0.0/8', '192.168.1.5', '::1', 'fd00::/8', '::ffff:172.16.0.0/108']);
  const inside = ['10.200.0.1', '::ffff:10.0.0.1', '192.168.1.5', '::1', 'fd99::1', '172.31.0.1'];
  assert.deepEqual(
    inside.filter(address => isWithin(address, networks)),
    inside,
  );
  const outside = ['11.0.0.1', '192.168.1.6', '::2', 'fe00::1', '172.32.0.1', '::a00:1'];
  assert.deepEqual(
    outside.filter(address => isWithin(address, networks)),
    [],
  );
});

test('the address at which Azure virtual machines reach their host is not public', () => {
  for (const address of ['168.63.129.16', '::ffff:168.63.129.16']) assert.equal(isPublic(address), false);
  for (const address of ['168.63.129.15', '168.63.129.17']) assert.equal(isPublic(address), true);
});

test('nearby addresses are one network, and an IPv4 address written as IPv6 is IPv4', () => {
  assert.equal(networkOf('192.0.2.1'), networkOf('192.0.2.254'));
  assert.equal(networkOf('::ffff:192.0.2.7'), networkOf('192.0.2.1'));
  assert.notEqual(networkOf('192.0.3.1'), networkOf('192.0.2.1'));
  assert.equal(networkOf('2001:db8:1::1'), networkOf('2001:db8:1:ffff::2'));
  assert.notEqual(networkOf('2001:db8:2::1'), networkOf('2001:db8:1::1'));
  assert.equal(networkOf('nonsense'), '');
});
