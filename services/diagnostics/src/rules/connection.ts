import { failedFetch, type Rule, statusPattern } from './rule.ts'

const failedModule =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed/

export const connection: readonly Rule[] = [
  {
    id: 'network-down',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|ADDRESS_UNREACHABLE)|NS_ERROR_OFFLINE|Internet connection appears to be offline/,
      },
      { confidence: 0.7, text: failedFetch },
      { confidence: 0.4, text: failedModule },
    ],
    advice: {
      title: 'Your device may be offline',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '1 to 5 minutes',
      description:
        'The page sent a request to the site and got no response. Usually the internet connection was lost for a moment.',
      actionSteps: [
        'Open another website. If that does not load either, your connection is down.',
        'On a phone, turn airplane mode on and off again. On a computer, turn Wi-Fi off and on, or check the cable.',
        'If nothing loads on any of your devices, restart the router and wait two minutes.',
        'Come back and press Refresh Page.',
      ],
      preventionTips: [
        'On an unreliable connection, copy long texts before you send them.',
        'Move closer to the router, or use mobile data, when Wi-Fi keeps dropping.',
      ],
    },
  },
  {
    id: 'address-not-found',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)|NS_ERROR_UNKNOWN_HOST|server with the specified hostname could not be found|Error resolving /,
      },
      { confidence: 0.2, text: failedFetch },
    ],
    advice: {
      title: 'The site’s address could not be found',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your device could not look up the site’s address (DNS). The cause is usually your network, a VPN or an ad-blocking DNS service.',
      actionSteps: [
        'Check the address in your browser’s address bar for typing errors.',
        'Temporarily turn off any VPN or private DNS service and press Refresh Page.',
        'Try another network, for example mobile data instead of Wi-Fi.',
        'Restart the router if other sites cannot be found either.',
      ],
      preventionTips: ['Keep a bookmark of the site instead of typing its address.'],
    },
  },
  {
    id: 'site-unreachable',
    signs: [
      {
        confidence: 0.9,
        text: /net::ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)|NS_ERROR_CONNECTION_REFUSED|NS_ERROR_NET_TIMEOUT|Could not connect to/,
        unless: /WebSocket/,
      },
      { confidence: 0.45, text: failedFetch },
    ],
    advice: {
      title: 'The site cannot be reached right now',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your device is online, but the site did not accept the connection. The site may be restarting, or a firewall may be blocking it.',
      actionSteps: [
        'Wait a minute and press Refresh Page.',
        'If other sites work, try this one from another network or with the VPN turned off.',
        'In an office or a school, ask whether the network blocks the site.',
      ],
      preventionTips: ['Copy what you have written before you refresh.'],
    },
  },
  {
    id: 'connection-cut',
    signs: [
      {
        confidence: 0.9,
        text: /net::ERR_(?:CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|HTTP2_\w+|QUIC_\w+)|NS_ERROR_NET_(?:RESET|INTERRUPT|PARTIAL_TRANSFER)|network connection was lost|Content-Length header of network response exceeds/,
      },
      {
        confidence: 0.8,
        text: /^TypeError: network error$|Error in (?:input|body) stream|Unexpected end of JSON input|Unterminated string in JSON|JSON\.parse: (?:unexpected end of data|unterminated string)|JSON Parse error: (?:Unexpected EOF|Unterminated string)/,
      },
      { confidence: 0.3, text: failedFetch },
    ],
    advice: {
      title: 'The connection was lost during a response',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '1 minute',
      description:
        'Only part of the site’s response arrived. This happens when the Wi-Fi signal is weak or the device switches networks.',
      actionSteps: [
        'Press Refresh Page and check whether your last action was saved before you repeat it.',
        'If it happens again, stay in one place or switch from Wi-Fi to mobile data.',
        'Temporarily turn off any VPN or data-saving mode.',
      ],
      preventionTips: [
        'Wait for the page to finish before you close your laptop or change networks.',
      ],
    },
  },
  {
    id: 'timeout',
    signs: [
      {
        confidence: 0.9,
        text: /^TimeoutError: |The (?:operation|request) timed out|: Request Timeout$|net::ERR_TIMED_OUT/,
      },
      { confidence: 0.9, text: statusPattern(408, 'Request Timeout') },
      {
        confidence: 0.4,
        text: /^AbortError: (?:Fetch is aborted|The operation was aborted\.? ?)$/,
      },
    ],
    advice: {
      title: 'The response took too long',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '2 minutes',
      description:
        'The page waited ten seconds for a response and then gave up. The connection is slow, or the site is very busy.',
      actionSteps: [
        'Wait half a minute and press Refresh Page.',
        'Check whether your vote, comment or submission is there before you send it again.',
        'Stop downloads and video calls that use the same connection, or try another network.',
      ],
      preventionTips: ['On a slow connection, open one page at a time.'],
    },
  },
  {
    id: 'proxy-refused',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_(?:PROXY_\w+|TUNNEL_CONNECTION_FAILED|UNEXPECTED_PROXY_AUTH|SOCKS_\w+)|NS_ERROR_(?:PROXY_\w+|UNKNOWN_PROXY_HOST)/,
      },
    ],
    advice: {
      title: 'Your proxy or VPN blocks the page',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your browser sends everything through a proxy server, which did not respond or asked for a password.',
      actionSteps: [
        'Turn off your VPN or privacy app and press Refresh Page.',
        'Search your device’s settings for “proxy” and turn it off if you did not set it up.',
        'In an office, ask your network administrator for the correct proxy settings.',
      ],
      preventionTips: ['Uninstall VPN apps that you no longer use: some leave a proxy behind.'],
    },
  },
]
