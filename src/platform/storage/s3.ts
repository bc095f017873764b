/** The way to a bucket: settings of the S3 client, the bucket, and the path within it, which is '' or ends in a slash or a name. */
export type S3Place = {
  settings: {
    credentials?: { accessKeyId: string; secretAccessKey: string };
    endpoint?: string;
    region?: string;
    forcePathStyle: boolean;
    requestChecksumCalculation: 'WHEN_REQUIRED';
    responseChecksumValidation: 'WHEN_REQUIRED';
  };
  bucket: string;
  path: string;
};

/**
 * Reads `s3://ACCESS_KEY:SECRET@HOST/BUCKET/PATH?region=REGION`, any S3-compatible service, or `s3://BUCKET/PATH`, at Amazon (or
 * AWS_ENDPOINT_URL) with the credentials of the environment or the machine.
 */
export function readS3Url(url: string): S3Place {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  const words = decodeURIComponent(pathname.slice(1));
  // Other services may not support Amazon's checksums.
  const checksums = {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const region = searchParams.get('region');
  if (username === '')
    return {
      settings: { forcePathStyle: true, ...checksums, ...(region ? { region } : {}) },
      bucket: hostname,
      path: words,
    };
  const [bucket = '', ...path] = words.split('/');
  const scheme = searchParams.get('tls') === 'off' ? 'http' : 'https';
  return {
    settings: {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
      endpoint: `${scheme}://${hostname}${port && `:${port}`}`,
      region: region ?? 'us-east-1',
      forcePathStyle: true,
      ...checksums,
    },
    bucket,
    path: path.join('/'),
  };
}
