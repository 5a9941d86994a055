// What a container asks itself: exit code 0 once the program in it is ready.
const response = await fetch('http://127.0.0.1:8080/ready').catch(() => null)
process.exitCode = response?.ok === true ? 0 : 1
