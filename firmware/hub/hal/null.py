"""What a board lacks, or what would not start: every call is there and does nothing."""


class Buttons:
    def level(self, i):
        return 0

    def edge(self):
        return -1

    def pending(self):
        return False

    def deinit(self):
        pass


class Strip:
    def set(self, i, r, g, b):
        pass

    def show(self):
        pass

    def deinit(self):
        pass


class Speaker:
    missing = 0

    def play(self, n, volume):
        return 0

    def busy(self):
        return False

    def stop(self):
        pass

    def prepare(self, n):
        pass

    def poll(self):
        pass

    def deinit(self):
        pass


class Port:
    def waiting(self):
        return False

    def read(self):
        return -1

    def write(self, b):
        return False

    def connected(self):
        return False


class Store:
    """Keeps nothing: every write says that it could not be done."""

    def prepare(self):
        return True

    def read(self, name):
        return None

    def write(self, name, data):
        return False

    def append(self, name, data):
        return False

    def remove(self, name):
        return False

    def names(self):
        return []

    def free(self):
        return 0
