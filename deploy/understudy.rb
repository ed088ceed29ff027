# A formula of Homebrew. script/release replaces the words between at signs, and removes the architectures that it has
# no tarball for. Linux takes the tarball, a Mac builds from source.
class Understudy < Formula
  desc "Simulator of collaboration in Messages: server, terminal client, scenario player"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/understudy-@VERSION@-source.tar.gz"
  sha256 "@SHA256-source@"
  license "Apache-2.0"

  on_macos do
    depends_on xcode: ["26.0", :build]
    depends_on macos: :sequoia
  end

  on_linux do
    on_intel do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/understudy-@VERSION@-x86_64-linux.tar.gz"
      sha256 "@SHA256-x86_64-linux@"
    end
    on_arm do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/understudy-@VERSION@-aarch64-linux.tar.gz"
      sha256 "@SHA256-aarch64-linux@"
    end
  end

  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "chat-client"
      # The client contains the server, and is the server under this name.
      bin.install ".build/release/chat-client"
      bin.install_symlink "chat-client" => "chat-server"
      system "python3", "script/support/artifacts/manual.py", bin, version.to_s, man1
    else
      bin.install "bin/chat-client"
      bin.install_symlink "chat-client" => "chat-server"
      man1.install Dir["share/man/man1/*"]
      pkgshare.install Dir["share/understudy/*"]
    end
    generate_completions_from_executable(bin/"chat-client", "completion")
    generate_completions_from_executable(bin/"chat-server", "completion")
  end

  test do
    (testpath/"us.feature").write <<~GHERKIN
      Feature: Us
        Scenario: Anna sends a message
          Given a conversation "Us" between Anna and Bea
          When Anna sends "Hello" to "Us"
          Then Bea sees "Hello" in "Us"
    GHERKIN
    assert_match "1 passed, 0 failed", shell_output("#{bin}/chat-client play --report summary us.feature")
  end
end
